"""Campaigns: linked games of the same gangs, which learn, bleed, earn and hire between them (CAMP-01 to 08).

A campaign is a file (`campaign_file`): how it began, and a log of what happened since. Its state (`state`) is the fold
of that log (`folding`), each entry checked against the rules. `campaign.Campaign` is the face of it all, for windows
and commands:

    campaign = Campaign.new("carnival", [("guild", "human"), ("rashaar", "seasoned")], ducats=150, seed=7)
    campaign = Campaign.open(find_campaign("carnival"))     # `files.kept_campaigns()` lists them
    plan = campaign.plan("san-canciano", "gang-war")        # a legal selection of each gang (`fielding`)
    setup = campaign.begin(plan, board)                     # what a table begins an ordinary game with
    campaign.journal_of(campaign.state.open_game)           # where its journal is to lie; `players` sit there
    campaign.record()                                       # once that game is over
    campaign.questions("north")                             # what people decide now (`questions`)
    campaign.give(...), learn, hire, buy, dismiss, throw, done, accept, undo
    campaign.state.gangs["north"].members                   # XP, talents, injuries, who is dead

Every call that changes something writes the file, lets dice fall and bots decide, and raises
`sim.campaign.errors.CampaignError`, nothing having changed, where it may not be. Between calls the state is a frozen
value that can be looked at freely. `campaign.decide(campaign.suggested(question))` does what a bot would do.
"""
