"""Names for what is made: canals, bridges, squares and houses, each once."""

from __future__ import annotations

from sim.builder.generator.chance import SeededChance

__all__ = ["Words"]

SAINTS = """
    Alvise Anzolo Barnaba Basegio Biasio Boldo Canzian Cassan Felise Fosca Giustina Gregorio Lio Lorenzo Luca
    Marcuola Margarita Marina Maurizio Moisè Nicolò Pantalon Polo Provolo Samuele Servolo Silvestro Simeon Sofia
    Stae Stin Tomà Trovaso Vidal Vio Zan Zulian Zaccaria
"""
TRADES = """
    barbier barcariol bastaxo beccher biavarol boter calafato calegher casarol cordarol corazzer favro fenestrer
    filacanevo formager forner frutariol fruttarol fustagner gua intagiador libraro linarol luganegher mandoler
    marangon marzer mascarer mosaicista muraro orese oselador osto parucher pegoloto pelizer pestrin pistor
    remer ricamador sagomador saoner sartor savonero scaleter schiopeter scorzer sabionero spechier spezier
    squerariol stagner stampador stramazer strazzariol tagiapiera tentor tesser testor veler verier vetrer
    zavater
"""
FAMILIES = """
    badoer balbi barbaro barozzi bembo boldù bon bragadin cappello celsi condulmer contarini corner dandolo
    diedo dolfin donà duodo emo erizzo falier foscari foscarini gradenigo grimani gritti gussoni labia loredan
    malipiero manin marcello memmo michiel minotto mocenigo molin moro morosini nani navagero pasqualigo pesaro
    pisani priuli querini renier ruzzini sagredo salamon sanudo savorgnan soranzo surian tiepolo trevisan tron
    valaresso valier vendramin venier zane zeno zorzi zulian
"""
WAYS = """
    Albero Anconeta Avogaria Bareteri Bombaseri Boteri Botteghe Carampane Carbon Colonne Corona Cortesia Crosera
    Dai Erbe Fabbri Forno Frezzeria Fumo Furatola Gatto Gorne Lanza Luna Madonna Malvasia Mandola Maraveglie
    Meloni Mezo Mondo Muneghe Ochialera Olio Oro Ostreghe Paradiso Parrucche Pescaria Pestrin Pozzo Preti
    Racheta Regina Ridoto Rasse Saoneri Scoazzera Spade Specchieri Squero Stagneri Stua Tagliapietra Tedeschi
    Tole Traghetto Tron Verona Veste Vida Vin Volto Zocco Zucca
"""
WATERS = """
    arsenal barba beccarie carmini cazziola croce due-torri erbe fornace fontego ghetto greci lovo maddalena
    malcanton megio mendicanti mirandola miracoli muneghete noal ognissanti osmarin palada pestrin pietà
    ponte-longo sabion salute sensa servi tana terese toresele traghetto verona vin zecchini
"""


class Words:
    """Names in an order by chance; ids are plain letters and hyphens. `taken` are ids that a map has already."""

    def __init__(self, chance: SeededChance, taken: set[str] | None = None) -> None:
        self._left = {
            "saint": chance.shuffled(SAINTS.split()),
            "trade": chance.shuffled(TRADES.split()),
            "family": chance.shuffled(FAMILIES.split()),
            "way": chance.shuffled(WAYS.split()),
            "water": chance.shuffled(WATERS.split()),
        }
        self._taken = set(taken or ())

    def name(self, kind: str) -> str:
        """The next name of a kind, from the first again where all are used."""
        names = self._left[kind]
        names.append(names[0])
        return names.pop(0)

    def id(self, start: str, kind: str = "") -> str:
        """An id that nothing has yet."""
        stem = _plain(f"{start}-{self.name(kind)}" if kind else start)
        found, number = stem, 1
        while found in self._taken:
            number += 1
            found = f"{stem}-{number}"
        self._taken.add(found)
        return found


def _plain(word: str) -> str:
    return word.lower().translate(str.maketrans("àèéìòùç", "aeeiouc")).replace(" ", "-")
