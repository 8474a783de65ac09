"""A mistake of the caller is one line on stderr that names it, exit code 2, and nothing on stdout.

Every command and option has its rows here: `test_every_option_of_every_command_is_tried` looks for them.
"""

from __future__ import annotations

import gzip
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sim.board.board import Board
from sim.builder.export.prints import stl_bytes
from sim.builder.packages.packing import packed
from sim.campaign.campaign import Campaign
from sim.cli import main
from tests.golden.games import JOURNALS
from tests.shapes import box

WILD = ("nan", "inf", "-inf", "1e400", "-1", "9" * 40, "x")
UNREAD = ("none", "folder", "empty", "noise")  # files that are not there, or not what they should be

TWO = "san-canciano --from 28,14,0 --to 28,24,0"
LEAVES = """class Leaver:
    def __init__(self, seed):
        pass
    def choose(self, view, choice, measure):
        raise SystemExit(0)
"""
FIVE = " ".join(f"--seat {seat}=random" for seat in "abcde")
POINTS = {
    f"{command} --{option}": f"{line} --{option}"
    for command, option, line in (
        ("los", "from", "los san-canciano --to 9,9,0"),
        ("los", "to", "los san-canciano --from 9,9,0"),
        ("measure", "from", "measure san-canciano --to 9,9,0"),
        ("measure", "to", "measure san-canciano --from 9,9,0"),
        ("drop", "at", "drop san-canciano"),
        ("jump", "from", "jump san-canciano --to 9,9,0 --distance 3"),
        ("jump", "to", "jump san-canciano --from 9,9,0 --distance 3"),
        ("reach", "at", "reach san-canciano --move 3"),
        ("reach", "to", "reach san-canciano --at 9,9,0 --move 3"),
    )
}
NUMBERS = {
    "los --from-base": f"los {TWO} --from-base",
    "los --to-base": f"los {TWO} --to-base",
    "los --scale": f"los {TWO} --scale",
    "measure --from-base": f"measure {TWO} --from-base",
    "measure --to-base": f"measure {TWO} --to-base",
    "measure --scale": f"measure {TWO} --scale",
    "drop --base": "drop san-canciano --at 9,9,9 --base",
    "drop --scale": "drop san-canciano --at 9,9,9 --scale",
    "jump --distance": "jump san-canciano --from 9,9,0 --to 9,12,0 --distance",
    "jump --base": "jump san-canciano --from 9,9,0 --to 9,12,0 --distance 3 --base",
    "jump --scale": "jump san-canciano --from 9,9,0 --to 9,12,0 --distance 3 --scale",
    "reach --move": "reach san-canciano --at 9,9,0 --move",
    "reach --base": "reach san-canciano --at 9,9,0 --move 3 --base",
    "reach --actions": "reach san-canciano --at 9,9,0 --to 9,12,0 --move 3 --actions",
    "reach --dexterity": "reach san-canciano --at 9,9,0 --to 9,12,0 --move 3 --dexterity",
    "reach --scale": "reach san-canciano --at 9,9,0 --move 3 --scale",
    "table new --scale": "table new {dir}/x.toml san-canciano --scale",
    "table put --base": "table put {dir}/evening.toml a --at 1,1 --base",
    "table template --across": "table template {dir}/evening.toml 1,1,0 --across",
    "table push --distance": "table push {dir}/evening.toml a --from b --distance",
    "table smoke --radius": "table smoke {dir}/evening.toml fog --at 1,1,0 --radius",
    "table smoke --height": "table smoke {dir}/evening.toml fog --at 1,1,0 --height",
    "table template --start": "table template {dir}/evening.toml a --from b --start",
    "map info --scale": "map info san-canciano --scale",
    "map render --scale": "map render san-canciano --scale",
    "map render --size": "map render san-canciano --size",
    "learn --size": "learn --size",
    "map export --scale": "map export san-canciano --glb x.glb --scale",
    "map export --ratio": "map export san-canciano --plan {dir}/x.svg --ratio",
    "map export --bed": "map export san-canciano --stl {dir}/x --bed",
    "map export --print-scale": "map export san-canciano --stl {dir}/x --print-scale",
    "map export --plate": "map export san-canciano --stl {dir}/x --plate",
    "piece import --scale": "piece import {dir}/crate.stl --scale",
    "piece import --size": "piece import {dir}/crate.stl --size",
    "piece import --cut": "piece import {dir}/crate.stl --cut",
    "piece import --drawn": "piece import {dir}/crate.stl --drawn",
    "piece import --measured": "piece import {dir}/crate.stl --measured",
    "piece import --water-below": "piece import {dir}/crate.stl --water-below",
    "piece import --street": "piece import {dir}/crate.stl --street",
    "piece import --scale-by": "piece import {dir}/crate.stl --scale-by 0,0,0 1,0,0",
    "piece import --level": "piece import {dir}/crate.stl --level 0,0,0 1,0,0",
    "piece export --print-scale": "piece export pozzo --stl {dir}/x.stl --print-scale",
    "map new --size": "map new name --size",
    "map generate --size": "map generate --out {dir}/x.toml --size",
    "map generate --seed": "map generate --out {dir}/x.toml --seed",
    "map new --window": "map new name --window",
    "map edit --window": "map edit san-canciano --window",
    "map playtest --games": "map playtest san-canciano --games",
    "map playtest --seed": "map playtest san-canciano --seed",
    "map playtest --workers": "map playtest san-canciano --workers",
    "map playtest --until": "map playtest san-canciano --until",
    "open --size": "open --size",
    "play --seed": "play --seed",
    "play --size": "play --size",
    "duel --seed": "duel --seed",
    "duel --games": "duel --games",
    "duel --workers": "duel --workers",
    "gang check --ducats": "gang check guild --ducats",
    "gang new --ducats": "gang new Us Bravo --faction guild --ducats",
    "gang build --size": "gang build --size",
    "campaign new --ducats": "campaign new New --gang guild --gang gifted --ducats",
    "campaign new --seed": "campaign new New --gang guild --gang gifted --seed",
    "campaign play --ducats": "campaign play mine --ducats",
    "campaign play --size": "campaign play mine --size",
    "odds --dice": "odds --ace 6 --dice",
    "odds --ace": "odds --dice 5 --ace",
    "odds --reroll": "odds --dice 5 --ace 6 --reroll",
    "odds --parry": "odds --dice 5 --ace 6 --parry",
    "odds --will": "odds --dice 5 --ace 6 --will",
    "odds --protection": "odds --dice 5 --ace 6 --protection",
    "odds --life": "odds --dice 5 --ace 6 --protection 2 --life",
    "odds --attacks": "odds --dice 5 --ace 6 --protection 2 --life 5 --attacks",
    "odds --held": "odds --dice 5 --ace 6 --held",
    "odds --target-held": "odds --dice 5 --ace 6 --target-held",
    "odds --against": "odds --dice 5 --ace 6 --against",
    "odds --against-reroll": "odds --dice 5 --ace 6 --against 2 --against-reroll",
    "odds --against-held": "odds --dice 5 --ace 6 --against 2 --against-held",
    "odds --against-most": "odds --dice 5 --ace 6 --against 2 --against-most",
    "replay --to": "replay {dir}/game.jsonl --to",
    "film --at": "film {dir}/game.jsonl --at",
    "film --from": "film {dir}/game.jsonl --from",
    "film --to": "film {dir}/game.jsonl --to",
    "film --fps": "film {dir}/game.jsonl --fps",
    "film --size": "film {dir}/game.jsonl --size",
}
FILES = {
    "table new BOARD": "table new {dir}/x.toml {file}.stl",
    "table put TABLE": "table put {file}.toml a --at 1,1",
    "table put --body": "table put {dir}/evening.toml a --at 1,1 --body {file}.stl",
    "table remove TABLE": "table remove {file}.toml a",
    "table boat TABLE": "table boat {file}.toml ours --at 1,1,0",
    "table push TABLE": "table push {file}.toml a --to 1,1,0",
    "table smoke TABLE": "table smoke {file}.toml fog --at 1,1,0",
    "table show TABLE": "table show {file}.toml",
    "table template TABLE": "table template {file}.toml 1,1,0",
    "script FILE": "script {file}.json",
    "replay FILE": "replay {file}.jsonl",
    "replay FILE.gz": "replay {file}.jsonl.gz",
    "film FILE": "film {file}.jsonl",
    "film FILE.gz": "film {file}.jsonl.gz",
    "gang check GANG": "gang check {file}.toml",
    "gang show GANG": "gang show {file}.toml",
    "gang print GANG": "gang print {file}.toml --out {dir}/x.html",
    "gang build GANG": "gang build {file}.toml",
    "gang add GANG": "gang add {file}.toml Bravo",
    "gang remove GANG": "gang remove {file}.toml Bravo",
    "gang text GANG": "gang text {file}.toml",
    "gang compare GANG": "gang compare guild {file}.toml",
    "gang import TEXT": "gang import {file}.txt",
    "gang import CATALOGUE": "gang import {file}.cat",
    "gang import LIST": "gang import {file}.rosz",
    "map check MAP": "map check {file}.toml",
    "map info BOARD": "map info {file}.toml",
    "map compare OLD": "map compare {file}.toml {dir}/small.toml",
    "map compare NEW": "map compare {dir}/small.toml {file}.toml",
    "map compare PACKAGE": "map compare {file}.bauta {dir}/small.toml",
    "map render BOARD": "map render {file}.toml",
    "map playtest MAP": "map playtest {file}.toml",
    "map playtest --gang": "map playtest san-canciano --gang {file}.toml --gang guild",
    "map check PACKAGE": "map check {file}.bauta",
    "map unpack PACKAGE": "map unpack {file}.bauta",
    "map edit PACKAGE": "map edit {file}.bauta",
    "map pack MAP": "map pack {file}.toml",
    "map pack --picture": "map pack {dir}/small.toml --out {dir}/x.bauta --picture {file}.png",
    "map copy MAP": "map copy {file}.toml",
    "map paste MAP": "map paste {file}.toml {dir}/part.toml",
    "map paste TEXT": "map paste {dir}/small.toml {file}.toml",
    "map export BOARD": "map export {file}.toml --glb {dir}/x.glb",
    "piece import FILE.stl": "piece import {file}.stl",
    "piece import FILE.obj": "piece import {file}.obj",
    "piece import FILE.glb": "piece import {file}.glb",
    "piece import FILE.ply": "piece import {file}.ply",
    "open FILE.bauta": "open {file}.bauta",
    "open FILE.toml": "open {file}.toml",
    "los PACKAGE": "los {file}.bauta --from 9,9,0 --to 9,12,0",
    "los BOARD": "los {file}.toml --from 9,9,0 --to 9,12,0",
    "los BOARD.glb": "los {file}.glb --from 9,9,0 --to 9,12,0",
    "measure BOARD": "measure {file}.obj --from 9,9,0 --to 9,12,0",
    "drop BOARD": "drop {file}.stl --at 9,9,9",
    "jump BOARD": "jump {file}.ply --from 9,9,0 --to 9,12,0 --distance 3",
    "reach BOARD": "reach {file}.gltf --at 9,9,0 --move 3",
    "los --from-body": f"los {TWO} --from-body {{file}}.stl",
    "los --to-body": f"los {TWO} --to-body {{file}}.glb",
    "los --pairs": "los san-canciano --pairs {file}.json",
    "campaign new --gang": "campaign new New --gang {file}.toml --gang guild",
    "campaign show NAME": "campaign show {file}.json",
    "campaign play NAME": "campaign play {file}.json",
    "campaign play --map": "campaign play mine --map {file}.toml",
    "campaign record JOURNAL": "campaign record begun {file}.jsonl",
    "duel --map": "duel --map {file}.toml",
    "duel --gang": "duel --gang {file}.toml --gang guild-75",
    "duel --seat": "duel --seat north={file}.py:Bot --seat south=random",
    "play --map": "play --map {file}.toml",
    "play --gang": "play --gang {file}.toml --gang guild-75",
    "play --seat": "play --seat north={file}.py:Bot",
    "play --resume": "play --resume {file}.jsonl",
}
WORDS = {
    "pley": "is it 'play'?",
    "map chek san-canciano": "",
    "duel --scenario gang-wars": "is it 'gang-war'?",
    "duel --map san-cancano": "is it 'san-canciano'?",
    "duel --seat north=gredy --seat south=random": "is it 'greedy'?",
    "duel --seat north=greedy": "at least two seats",
    "duel --seat north=person --seat south=greedy": "a person plays with bauta play",
    "duel --seat north=greedy --seat north=random": "given twice",
    "duel --seat greedy --seat random": "write SEAT=BOT",
    f"duel {FIVE}": "Gang War is for 2 to 4 gangs, not 5",
    f"play --text {FIVE}": "Gang War is for 2 to 4 gangs, not 5",
    "duel --gang guild-75": "1 gang for 2 seats",
    "duel --map san-canciano --scenario acquisition": "boards of that size are for gang-war",
    "duel --map campiello-dei-remi": "boards of that size are for acquisition",
    "duel --gang gild --gang guild": "is it 'guild'?",
    "duel --journals {dir}/text.txt": "text.txt",
    "duel --seat north={dir}/broken.py:Bot --seat south=random": "broken.py, of a bot, cannot be imported",
    "duel --seat north={dir}/text.py:Bot --seat south=random": "has no bot 'Bot'",
    "duel --seat north={dir}/shy.py:Bot --seat south=random": "cannot be made of a seed",
    "duel --seat north=.x:Bot --seat south=random": "cannot be imported",
    "duel --seat north={dir}/gone.py:Bot --seat south=random": "gone.py, of a bot, cannot be imported: SystemExit: 0",
    "duel --seat north={dir}/leaves.py:Leaver --seat south=random": "Leaver (north) fails at",
    "map playtest san-canciano --games 2 --out {dir}/played --bot {dir}/leaves.py:Leaver": "Leaver (north) fails at",
    "play --frames {dir}/nowhere/frames.txt": "cannot be written",
    "play --scenario gang-wars": "is it 'gang-war'?",
    "play --map san-cancano": "is it 'san-canciano'?",
    "play --seat north=gredy": "is it 'greedy'?",
    "play --gang gild --gang guild": "is it 'guild'?",
    "play --sealed --seed 3": "--sealed",
    "play --hour noone": "'noon'",
    "learn the-dual": "the-duel",
    "learn --json": "--list or --check",
    "play --text --scenario gang-wars": "is it 'gang-war'?",
    "play --text --map san-cancano": "is it 'san-canciano'?",
    "play --text --seat north=gredy": "is it 'greedy'?",
    "play --text --gang gild --gang guild": "is it 'guild'?",
    "play --text --sealed --seed 3": "--sealed",
    "play --text --resume {dir}/game.jsonl": "not the header of a game",
    "los san-canciano --from 28,14,0 --to 28,24,0 --from-body humn": "human",
    "los san-canciano --from 28,14,0 --to 28,24,0 --up w": "--up",
    "los san-canciano": "--from",
    "los san-canciano --pairs {dir}/pairs.json": "[0].from[0] is 1e+300",
    "los san-canciano --pairs {dir}/keys.json": "is it 'to_body'?",
    f"los {TWO} --picture {{dir}}/nowhere/sight.png": "no file can be written",
    f"los {TWO} --picture {{dir}}/folder.png": "no name that a file can have",
    "measure nosuch --from 1,2,3 --to 1,2,3": "no map 'nosuch'",
    "measure {dir}/empty.obj --from 1,2,3 --to 1,2,3": "no triangles",
    "measure {dir}/text.txt --from 1,2,3 --to 1,2,3": "text.txt",
    "measure san-canciano --scale 2 --from 1,2,3 --to 1,2,3": "--scale",
    "drop san-canciano --at 1,2": "2 of the 3 numbers",
    "measure san-canciano --from 1,2,0": "--to",
    "measure san-canciano --from 1,2,3 --to 1,2,3 --bse 3": "--bse",
    "reach san-canciano --at 9,9,0 --move 3 --no-clim": "--no-climb",
    "reach san-canciano --at 9,9,0 --move 3 --no-jump": "--no-jump is for a way: give --to too",
    "reach san-canciano --at 9,9,0 --move 3 --actions 2": "--actions is for a way",
    "reach san-canciano --at 9,9,0 --move 3 --dexterity 2": "--dexterity is for a way",
    "reach san-canciano --at 9,9,0 --move 3 --picture {dir}/x.png": "--picture is for a way",
    "reach san-canciano --at 9,9,0 --to 9,12,0 --move 3.5": "a whole number from 1 to 10",
    "reach san-canciano --at 9,9,0 --to 9,12,0 --move 11": "a whole number from 1 to 10",
    "reach san-canciano --at 9,9,0 --to 9,12,0 --move 3 --base 30.5": "whole millimetres",
    "reach san-canciano --at 9,9,0 --to 9,12,0 --move 3 --picture {dir}/x.doc": "let it end in .png or .jpg",
    "map mirror {dir}/small.toml --keep up": "'west'",
    "map mirror {dir}/small.toml --keep south --how east-west": "keep west or east",
    "map mirror {dir}/small.toml --keep south --out {dir}/small.toml": "is there already",
    "map mirror san-cancano --keep south": "is it 'san-canciano'?",
    "map playtest san-canciano --picture {dir}/x.txt": "let its name end in .png",
    "piece import {dir}/crate.stl --at 1,2": "give --onto MAP too",
    "piece import {dir}/crate.stl --onto {dir}/small.toml": "give one FILE, and --at X,Y",
    "piece import {dir}/crate.stl --onto {dir}/small.toml --at 99,9": "99,9 lies off the board",
    "piece import {dir}/crate.stl --onto san-cancano --at 1,2": "is it 'san-canciano'?",
    "piece import {dir}/crate.stl --onto {dir}/small.toml --at 1,2 --turn north": "is not a number",
    "map compare {dir}/crate.stl {dir}/small.toml": "is a mesh, and no map",
    "map compare {dir}/small.toml {dir}/text.txt": "text.txt",
    "map compare {dir}/small.toml san-cancano": "is it 'san-canciano'?",
    "map compare {dir}/small.toml~1 {dir}/small.toml": "has kept 0 earlier versions of it",
    "map compare {dir}/small.toml {dir}/small.toml --picture {dir}/nowhere/x.png": "no file can be written",
    "map compare {dir}/small.toml {dir}/small.toml --zones --scenario gang-wars": "is it 'gang-war'?",
    "map check san-cancano": "is it 'san-canciano'?",
    "map generate --style densse": "--style",
    "map generate --out {dir}/nowhere/x.toml": "cannot be written",
    f"map generate --out {{dir}}/x.toml --name {101 * 'a'}": "at most 100 letters",
    "map render san-canciano --view side": "--view",
    "map render san-canciano --hour midnight": "--hour",
    "map render san-canciano --out {dir}/nowhere/map.png": "no file can be written",
    "map info san-canciano --maps {dir}/text.txt": "text.txt",
    "map info san-canciano --zones --scenario gang-wars": "is it 'gang-war'?",
    "map info san-canciano --maps {dir}/maps --scenario gang-wars": "is it 'gang-war'?",
    "map playtest san-canciano --scenario gang-wars": "is it 'gang-war'?",
    "map playtest san-canciano --bot gredy": "is it 'greedy'?",
    "map playtest san-canciano --report {dir}/nowhere/x.html": "cannot be written",
    "map playtest san-canciano --gang guild": "1 gang for 2 seats",
    "map playtest san-canciano --without jumpin": "is it 'jumping'?",
    "map playtest san-canciano --until 0%": "--until",
    "map playtest san-canciano --scheduler nowhere": "--scheduler",
    "map playtest san-canciano --out {dir}/text.txt": "text.txt",
    "map pack {dir}/small.toml --out x.zip": "--out x.zip",
    "map pack {dir}/small.toml --out {dir}/nowhere/x.bauta": "cannot be written",
    "map pack {dir}/small.toml --by " + "x" * 2001: "--by",
    "map pack {dir}/small.toml --licence " + "x" * 2001: "--licence",
    "map pack {dir}/empty.stl": "is a mesh",
    "map unpack {dir}/small.toml": "is no package",
    "map unpack {dir}/small.toml --to {dir}": "is no package",
    "map copy san-canciano": "nothing is chosen",
    "map copy san-canciano nobody": "no 'nobody'",
    "map copy san-canciano --within 1,2,nan,3": "--within",
    "map copy san-canciano --within 1,2": "--within",
    "map paste {dir}/small.toml {dir}/part.toml --at 1": "--at 1",
    "map paste {dir}/small.toml {dir}/part.toml --at 1,inf": "--at 1,inf",
    "map paste {dir}/small.toml {dir}/part.toml --at 900,900": "off the board",
    f"los {TWO} --from-facing nan": "--from-facing",
    f"los {TWO} --from-facing 361": "--from-facing",
    f"los {TWO} --to-facing 1e9": "--to-facing",
    "map paste {dir}/small.toml {dir}/part.toml --turn nan": "--turn",
    "map paste {dir}/small.toml {dir}/part.toml --turn 1e9": "--turn",
    "map export san-canciano": "say what to write",
    "map export san-canciano --glb {dir}/x.obj": "--glb",
    "map export san-canciano --plan {dir}/x.png": "--plan",
    "map export san-canciano --glb {dir}/nowhere/x.glb": "cannot be written",
    "map export san-canciano --plan {dir}/nowhere/x.svg": "cannot be written",
    "map export san-canciano --stl {dir}/text.txt": "--stl",
    "map export san-canciano --plan {dir}/x.pdf --paper a9": "--paper",
    "map export san-canciano --plan {dir}/x.pdf --ratio 9": "sheets of A4",
    "map export san-canciano --stl {dir}/x --bed 20x20x20": "tiles, 400 are the most",
    "map new Long --size 17x300": "a new board: size[1] is 300: give",
    "piece import": "Missing argument",
    "piece import {dir}/crate.stl --up x": "--up",
    "piece import {dir}/crate.stl --split all": "--split",
    "piece import {dir}/crate.stl --kind roof": "write PART=KIND",
    "piece import {dir}/crate.stl --kind roof=solid": "no such part",
    "piece import {dir}/crate.stl --kind crate=sollid": "is it 'solid'?",
    "piece import {dir}/crate.stl --kind crate=decor": "nothing of it would be terrain",
    "piece import {dir}/crate.stl --name My": "--name",
    "piece import {dir}/crate.stl --name pozzo": "comes with the program",
    "piece import {dir}/crate.stl {dir}/crate.stl --name x": "--name names one piece",
    "piece import {dir}/crate.stl --scale 100000": "give --scale",
    "piece import {dir}/crate.stl --scale mm --size 3": "give one of them",
    "piece import {dir}/crate.stl --scale in --cut 99": "--cut 99",
    "piece import {dir}/crate.stl --level 0,0,0 1,0,0 0,1,0 --scale-by 0,0,0 1,0,0 6 --replace": "--replace",
    "piece import {dir}/no-mesh.stl --name A_b": "--name A_b",
    "table put {dir}/evening.toml a": "--at",
    "table put {dir}/evening.toml a --at 1": "write X,Y, or X,Y,Z",
    "table put {dir}/evening.toml a --at 1,x": "is not a number",
    "table put {dir}/evening.toml a --at 90,90": 'there is no ground at (90, 90): the board is 36" x 36"',
    "table put {dir}/evening.toml a --at 1,1 --facing 361": "--facing",
    "table put {dir}/evening.toml a --at 1,1 --body humn": "is it 'human'?",
    "table put {dir}/evening.toml a --at 1,1 --side " + "x" * 101: "side",
    "table put {dir}/evening.toml a --at 1,1 --ability Etherial": "is it 'Ethereal'?",
    "jump san-canciano --from 9,9,0 --to 9,12,0 --distance 3 --ability Etherial": "is it 'Ethereal'?",
    "reach san-canciano --at 9,9,0 --move 3 --ability Etherial": "is it 'Ethereal'?",
    "reach san-canciano --at 9,9,0 --move 3 --ability (": "is not an ability",
    "table put {dir}/evening.toml " + "x" * 101 + " --at 1,1": "id",
    "table put {dir}/small.toml a --at 1,1": "name is unknown here",
    "table new {dir}/x.txt san-canciano": "end in .toml",
    "table new {dir}/small.toml san-canciano": "is there already",
    "table new {dir}/nowhere/x.toml san-canciano": "cannot be written",
    "table new {dir}/x.toml san-cancano": "is it 'san-canciano'?",
    "table new {dir}/x.toml {dir}/evening.toml": "is a table already",
    "table new {dir}/x.toml san-canciano --up w": "--up",
    "table remove {dir}/evening.toml a": "there is no mini 'a'",
    "table push {dir}/evening.toml a": "say who pushes",
    "table push {dir}/evening.toml a --from b --to 1,1,0": "say who pushes",
    "table push {dir}/evening.toml a --from a": "nobody pushes themselves",
    "table push {dir}/evening.toml a --to 1,1,0": "nobody stands on this table yet",
    "table smoke {dir}/evening.toml fog": "--at",
    "table boat {dir}/evening.toml ours": "--at",
    "table boat {dir}/evening.toml ours --at 1,1,0 --turn 361": "--turn",
    "table boat {dir}/evening.toml ours --at 1,1,0 --piece gondla": "is it 'gondola'?",
    "table boat {dir}/evening.toml ours --at 1,1,0 --piece cassa": "is no vessel",
    "table smoke {dir}/evening.toml fog --at 1,1,0 --kind mist": "--kind",
    "table smoke {dir}/evening.toml fog --at 1,1": "write X,Y,Z",
    "table template {dir}/evening.toml --picture {dir}/x.png": "of one template",
    "table show {dir}/evening.toml --from a": "nobody stands on this table yet",
    "table show {dir}/evening.toml --to a": "nobody stands on this table yet",
    "table show {dir}/evening.toml --picture {dir}/x.doc": ".png or .jpg",
    "table show {dir}/evening.toml --page {dir}/x.doc": ".html",
    "table show {dir}/evening.toml --page {dir}/nowhere/x.html": "cannot be written",
    "table template {dir}/evening.toml a": "nobody stands on this table yet",
    "table template {dir}/evening.toml 1,1": "has no height",
    "table template {dir}/evening.toml 1,1,0 --start 2": "give --from too",
    "table template {dir}/evening.toml a --from b --across 2": "leave --from away",
    "table template {dir}/evening.toml a --from a": "from one mini to another",
    "table template {dir}/evening.toml 1,1,0 --picture {dir}/nowhere/x.png": "no file can be written",
    "los {dir}/evening.toml --from a --to 2,2,0": "nobody stands on this table yet",
    "los {dir}/evening.toml --from 1,1,0 --to 2,2,0 --scale mm": "leave --scale and --up",
    "los san-canciano --from capo --to 2,2,0": "minis have names on a table alone",
    "los {dir}/evenign.toml --from capo --to 2,2,0": "evenign.toml",
    "measure {dir}/crate.stl --from capo --to 2,2,0": "minis have names on a table alone",
    "measure san-canciano --from capo --to 2,2,0": "minis have names on a table alone",
    "drop san-canciano --at capo": "minis have names on a table alone",
    "jump san-canciano --from capo --to 2,2,0 --distance 3": "minis have names on a table alone",
    "jump {dir}/evening.toml --from 1,1,0 --to capo --distance 3": "nobody stands on this table yet",
    "jump san-canciano --from 1,1,0 --to capo --distance 3": "minis have names on a table alone",
    "reach san-canciano --at capo --move 3": "minis have names on a table alone",
    "los {dir}/crate.stl --scale 1000 --from 1,1,0 --to 2,2,0": "give --scale mm",
    "los {dir}/crate.stl --scale yard --from 1,1,0 --to 2,2,0": "give mm, in, m",
    "{dir}/none.stl": "no such file",
    "open {dir}/none.stl": "no such file",
    "odds --dice 5 --ace 7 --target-held 2": "--attacks",
    "odds --dice 5 --ace 7 --protection 2 --life 3 --target-held 2": "--attacks",
    "odds --dice 5 --ace 7 --against-held 2": "give --against",
    "odds --dice 5 --ace 7 --against-reroll 2": "give --against",
    "piece import {dir}/crate.stl --licence " + "x" * 2001: "--licence",
    "piece import {dir}/crate.stl --crop 0,0,9,9": "are for scans",
    "piece import {dir}/crate.stl --level 0,0,0 1,0,0 0,1,0": "--scale-by",
    "piece import {dir}/crate.stl --level 0,0,0 1,0,0 2,0,0 --scale-by 0,0,0 1,0,0 6": "in a row",
    "piece import {dir}/crate.stl --level 0,0,0 1,0,0 0,1,0 --scale-by 0,0,0 1,0,0 6 --crop 1": "--crop 1",
    "piece show pozo": "is it 'pozzo'?",
    "piece show pozzo --picture x.jpg": "--picture",
    "piece kind pozzo well=solid": "comes with the program",
    "piece kind nothing well=solid": "no piece 'nothing'",
    "piece export pozzo": "say what to write",
    "piece export pozzo --glb {dir}/x.obj": "--glb",
    "piece export pozzo --stl {dir}/nowhere/x.stl": "cannot be written",
    "piece export nothing --stl {dir}/x.stl": "no piece 'nothing'",
    "map check {dir}/quay.bauta --fix": "is a package and is left as it is",
    "map check san-canciano --picture {dir}/seen.jpg": "let its name end in .png",
    "map check san-canciano --picture {dir}/nowhere/seen.png": "cannot be written there",
    "map paste san-canciano {dir}/part.toml": "is not changed",
    "open": "give a FILE",
    "open {dir}/text.txt": "give a board",
    "open {dir}/none.jsonl": "no such file",
    "gang check gild": "is it 'guild'?",
    "gang show gild": "is it 'guild'?",
    "gang print gild --out {dir}/x.html": "is it 'guild'?",
    "gang print guild": "--out",
    "gang print guild --out {dir}/x.doc": ".html or .pdf",
    "gang print guild --out {dir}/nowhere/x.pdf": "cannot be written",
    "gang build gild": "is it 'guild'?",
    "gang new Us Bravo": "--faction",
    "gang new Us Bravo --faction gild": "is it 'Guild'?",
    "gang new Us Bravi --faction guild": "is it 'Bravo'?",
    "gang new Us Bravo --roster mine": "bauta gang import",
    "gang new Us Bravo --roster {dir}/none.toml": "there is no such file",
    "gang new Us Bravo --faction guild --out {dir}/nowhere/x.toml": "cannot be written",
    f"gang new {'x' * 101} Bravo --faction guild": "1 to 100 letters",
    "gang add guild Bravo": "comes with the game",
    "gang add guild --out {dir}/x.toml": "nobody is named",
    "gang add guild Bravi --out {dir}/x.toml": "is it 'Bravo'?",
    "gang add guild Bravo Bravo --as Beppo --out {dir}/x.toml": "of one character",
    "gang add guild Bravo --weapon Musket --out {dir}/x.toml": "no weapons to choose from",
    "gang add guild Bravo --spell Healin --out {dir}/x.toml": "is it 'Healing'?",
    "gang import {dir}/text.txt --roster mine": "bauta gang import",
    "gang add guild --buy poisn --out {dir}/x.toml": "is it 'poison'?",
    "gang remove guild Bravi --out {dir}/x.toml": "is it 'Bravo'?",
    "gang remove guild Bravo": "comes with the game",
    "gang text gild": "is it 'guild'?",
    "gang compare guild gild": "is it 'guild'?",
    "gang import {dir}/none.txt": "there is no such file",
    "gang import {dir}/text.txt": "Carnevale gang: NAME",
    "gang import {dir}/text.txt --out {dir}/text.txt": "give a folder",
    "campaign show nobodys": "there are: begun, mine",
    "campaign show min": "is it 'mine'?",
    "campaign shw mine": "Did you mean 'show'?",
    "campaign new New --gang guild": "two to four gangs, not 1",
    "campaign new New --gang gild --gang guild": "is it 'guild'?",
    "campaign new New --gang guild=gredy --gang guild": "is it 'greedy'?",
    "campaign new New --gang =human --gang guild": "write FILE=human or FILE=BOT",
    "campaign new New --gang guild --gang guild --ducats 75": "150 ducats; 75 is the limit",
    "campaign new Mine --gang guild --gang guild": "there is such a campaign already",
    "campaign new ... --gang guild --gang guild": "give one with letters",
    "campaign play mine --scenario gang-wars": "is it 'gang-war'?",
    "campaign play mine --map san-cancano": "is it 'san-canciano'?",
    "campaign play mine --map corte-nova": "Gang War",
    "campaign play mine --field Bravi": "is it 'Bravo",
    "campaign play mine --field Capodecina": "give an id: north-capodecina-1 or south-capodecina-1",
    "campaign play mine --between nrth": "is it 'north'?",
    "campaign play mine --between north": "between two gangs at least",
    "campaign decide mine sing": "give, learn, die, done, accept",
    "campaign decide mine give Bravo": "write: give WHO XP",
    "campaign decide mine give Bravo 0": "a whole number from 1 to 1000",
    "campaign decide mine give Bravo 1 3": "0 XP are left to give, not 3",
    "campaign decide mine learn Bravo 1 Flying": "write: learn WHO TALENT",
    "campaign decide mine learn Bravo 1 parry": "Parry (1) costs 6 XP; Bravo 1 has 0",
    "campaign decide mine die": "write: die FACE",
    "campaign decide mine die 11": "a D10 shows 1 to 10",
    "campaign decide mine die 3": "there is no die for",
    "campaign decide mine done": "nothing is left for",
    "campaign decide mine done --seat east": "there are: north, south",
    "campaign decide mine done --seat south": "a bot plays it",
    "campaign decide begun give Bravo 1 3": "game 1 is under way",
    "campaign hire mine": "give a CHARACTER, or --buy ITEM",
    "campaign hire mine --as Tita --buy poison": "are of a character",
    "campaign hire mine Bravi": "is it 'Bravo'?",
    "campaign hire mine Bravo --weapon Musket": "no weapons to choose from",
    "campaign hire mine Bravo --spell Healin": "is it 'Healing'?",
    "campaign hire mine Bravo --seat south": "a bot plays it",
    "campaign hire mine Bravo": "Bravo costs 11 ducats; there are 0 in hand",
    "campaign hire mine --buy poisn": "is it 'poison'?",
    "campaign dismiss mine Bravi": "is it 'Bravo",
    "campaign dismiss mine Bravo --seat west": "there are: north, south",
    "campaign aside mnie": "is it 'mine'?",
    "campaign aside mine --back": "no campaign is laid aside",
    "campaign undo mine": "no decision of",
    "campaign undo mine --seat west": "there are: north, south",
    "campaign record mine --won north": "no game is under way",
    "campaign record begun": "give the JOURNAL of the game, or tell it",
    "campaign record begun --points north=3": "say who won: --won SEAT",
    "campaign record begun --won east": "plays this game",
    "campaign record begun --won draw --points north": "write WHO=N",
    "campaign record begun --won draw --kills Bravo=x": "write WHO=N",
    "campaign record begun --won draw --lost Tita": "nobody called 'Tita' takes part",
    "campaign record begun --won draw --away Tita": "nobody called 'Tita' takes part",
    "campaign record begun --won draw --lost Capodecina": "give the id",
    "campaign record begun --won draw --deed Ambitious=1": "name who did it",
    "campaign record begun {dir}/game.jsonl": "not the header of a game",
    f"campaign record begun {JOURNALS['marksmen']}": "is not game 1 of this campaign: others take part",
    "campaign abandon mine": "no game is under way",
    "campaign report mine --out {dir}/x.doc": "let its name end in .html",
    "campaign report mine --out {dir}/nowhere/x.html": "cannot be written",
    "campaign end begun": "game 1 is under way",
    "campaign end mine --out {dir}/text.txt": "text.txt",
    "odds --dice 5 --ace 6 --damage 99999": "--damage",
    "odds --dice 5 --ace 6 --damage nan": "--damage",
    "odds --dice 5 --ace 6 --life 3": "--protection",
    "odds --dice 5 --ace 6 --attacks 3": "--life",
    "replay {dir}/game.jsonl": "not the header of a game",
    "rules Acrobtic": "near: Acrobatic",
    "rules plugh xyzzy": "nothing is called 'plugh xyzzy'",
    "rules " + "x" * 100_000: "nothing is called",
    "gang check " + "x" * 5000: "there is no gang",
    "map check " + "x" * 5000: "no map",
    "script " + "x" * 5000: "cannot be read",
    "replay " + "x" * 5000: "there is no such file",
    "odds --dice 5 --ace 12": "--ace",
    "schema mpa": "is it 'map'?",
}
FLAGS = {
    "--json",
    "--help",
    "--no-climb",
    "--no-jump",
    "--verify",
    "--evidence",
    "--secrets",
    "--sealed",
    "--morale",
    "--text",
    "--photo",
    "--prepare",
    "--clean",
    "--associate",
    "--symmetric",
    "--apart",
    "--pictures",
    "--replace",
    "--list",
    "--typed-dice",
    "--ready",
    "--begin",
    "--check",
    "--summary",
    "--luck",
    "--watch",
}
WORDS |= {
    f"film {JOURNALS['marksmen']} {rest}": said
    for rest, said in {
        "--write {dir}/nowhere/x.film.json.gz": "cannot be written",
        "--picture {dir}/nowhere/x.png": "no file can be written",
        "--picture {dir}/x.doc": ".png or .jpg",
        "--video {dir}/x.avi": ".webp or .mp4",
        "--out {dir}/x.avi": ".webp, .mp4, .png, .jpg or .film.json.gz",
        "--out {dir}/nowhere/x.png": "cannot be written",
        "--out {dir}/x.webp --video {dir}/y.webp": "give one of them",
        "--video {dir}/nowhere/x.webp": "cannot be written",
        "--seat nobody": "there are: north, east",
        "--at 99999": "the game has 205 events",
        "--hour noone": "'noon'",
        "--from 40": "give --video FILE too",
        "--from 40 --to 30 --video {dir}/x.webp": "--from 40 --to 30: --to comes later\n",
        "--from 40 --to 9999 --video {dir}/x.webp": "--from 40 --to 9999: the game has 205 events\n",
    }.items()
}
WORDS |= {
    f"{command} san-canciano {rest} --up w".replace("  ", " "): "--up"
    for command, rest in {
        "measure": "--from 1,2,3 --to 1,2,3",
        "drop": "--at 9,9,9",
        "jump": "--from 9,9,0 --to 9,12,0 --distance 3",
        "reach": "--at 9,9,0 --move 3",
        "map info": "",
        "map render": "",
        "map export": "--glb x.glb",
    }.items()
}
FLAGS |= {"replay --seat"}  # of a game that can be read: see test_replay


@pytest.fixture(scope="session")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that waits for its first game, and one of which that is under way."""
    data = tmp_path_factory.mktemp("campaigns")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAUTA_DATA", str(data))
        gangs = [("guild", "human"), ("guild", "greedy")]
        Campaign.new("Mine", gangs, 150, 1)
        begun = Campaign.new("Begun", gangs, 150, 1)
        board = Board.of_map('format = 1\nname = "Flat"\nsize = [24, 24]\n', Path("flat.toml"))
        begun.begin(begun.plan("flat", "acquisition"), board)
    return data / "campaigns"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, campaigns: Path) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    for suffix in (".json", ".jsonl", ".toml", ".bauta", ".png", ".glb", ".gltf", ".obj", ".stl", ".ply", ".py"):
        (tmp_path / f"empty{suffix}").write_bytes(b"")
        (tmp_path / f"noise{suffix}").write_bytes(bytes(range(256)) * 4)
        (tmp_path / f"folder{suffix}").mkdir()
    (tmp_path / "folder.jsonl.gz").mkdir()
    (tmp_path / "empty.jsonl.gz").write_bytes(b"")
    (tmp_path / "noise.jsonl.gz").write_bytes(gzip.compress(bytes(range(256)))[:-4])
    (tmp_path / "text.txt").write_text("not what you think", encoding="utf-8")
    (tmp_path / "game.jsonl").write_text('{"game": 1}\n', encoding="utf-8")
    (tmp_path / "crate.stl").write_bytes(stl_bytes(box((0, 0, 0), (25, 25, 20)).astype("f4")))
    (tmp_path / "evening.toml").write_text('format = 1\nboard = "san-canciano"\n', encoding="utf-8")
    (tmp_path / "small.toml").write_text('format = 1\nname = "Small"\nsize = [8, 8]\n', encoding="utf-8")
    (tmp_path / "quay.bauta").write_bytes(packed(tmp_path / "small.toml", b"\x89PNG\r\n\x1a\n", []))
    (tmp_path / "part.toml").write_text('format = 1\n[[pieces]]\npiece = "cassa"\nat = [0, 0]\n', encoding="utf-8")
    (tmp_path / "pairs.json").write_text('[{"from": [1e300, 1, 1], "to": [1, 2, 3]}]', encoding="utf-8")
    (tmp_path / "keys.json").write_text('[{"from": [1, 1, 1], "to": [1, 2, 3], "to_boddy": "x"}]', encoding="utf-8")
    (tmp_path / "broken.py").write_text("class Bot:\n    1 +\n", encoding="utf-8")
    (tmp_path / "text.py").write_text("Bot = 3\n", encoding="utf-8")
    (tmp_path / "gone.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    (tmp_path / "leaves.py").write_text(LEAVES, encoding="utf-8")
    shutil.copytree(campaigns, tmp_path / "data" / "campaigns")
    (tmp_path / "shy.py").write_text("class Bot:\n    def choose(self):\n        pass\n", encoding="utf-8")
    return tmp_path


def told(line: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says of a mistake: one line, and nothing else."""
    assert main.run(line) == 2, capsys.readouterr()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("bauta"), err
    assert err.count("\n") == 1, err
    assert len(err) < 3000
    return err


@pytest.mark.parametrize(("line", "says"), WORDS.items(), ids=[line[:60] for line in WORDS])
def test_a_mistake_is_named_in_one_line(line: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in told(line.format(dir=folder).split(" "), capsys)


@pytest.mark.parametrize("where", NUMBERS)
def test_a_number_out_of_range_is_refused_by_its_option(
    where: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in WILD:
        line = [*NUMBERS[where].format(dir=folder).split(" "), number]
        assert where.split(" ")[-1] in told(line, capsys), number


@pytest.mark.parametrize("where", POINTS)
def test_a_point_that_is_none_is_refused_by_its_option(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("nan", "inf", "1e400", "1e300", "x", ""):
        for point in (f"{number},2,3", f"1,2,{number}", number):
            told([*POINTS[where].split(" "), point], capsys)


@pytest.mark.parametrize(("where", "kind"), [*itertools.product(FILES, UNREAD)])
def test_a_file_that_cannot_be_read_is_named(
    where: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kind in told(FILES[where].format(file=folder / kind, dir=folder).split(" "), capsys)


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


def test_every_option_of_every_command_is_tried() -> None:
    lines = [*WORDS, *NUMBERS.values(), *(f"{line} 1,2,3" for line in POINTS.values()), *FILES.values()]
    untried = []
    for name, command in commands(main.bauta):
        tried = " ".join(line for line in lines if line.startswith(f"{name} "))
        for parameter in command.params:
            opts = [each for each in parameter.opts if each.startswith("-")]
            if opts and not (FLAGS & {*opts, *(f"{name} {each}" for each in opts)}):
                untried += [f"{name} {opts[0]}"] if not any(f" {each} " in f"{tried} " for each in opts) else []
    assert untried == []
