"""Marches, battles and sieges in words."""

from collections.abc import Mapping, Sequence

PHRASES: Mapping[str, str] = {
    "activated": "  {leader} ({power}) is activated at {at}: {cu} CU[, with {with}], {mp} MP.",
    "consent": "  {power} on lending {leader}: {said}.",
    "marches": "  {leader} goes from {from} to {to}: {cu} CU, {mp} MP left.",
    "changes": "  {power}: the force {what} {cu} CU at {at}.",
    "subordinate": "  {leader} {what} the force at {at}.",
    "naval": "  Naval combat off {to}: {dice}, {cu} CU lost; the force {result}.",
    "announces": "  {power} at {at} announces/announce: {what}.",
    "attempt": "  {leader} ({power}) tries to {what} at {at}: {dice}[ plus {plus}] against tactics"
    " {tactics}, {result}.",
    "blocked": "  {power}: {what} at {at} fails without a roll.",
    "goes": "  {power} goes/go from {from} to {to}: {cu} CU, {leaders}.",
    "back": "  {power} goes/go back from {from} to {to} ({why}).",
    "bribed": "  {power} at {at} lets/let the Etruscans pass.",
    "battle": "  Battle at {at}: {attacker} with {cu} against {defender} with {against}.",
    "overrun": "  {power} wins/win at {at} without a fight.",
    "flank": "  Flank force: {leader} ({power}) with {cu} CU at {at}.",
    "battle dice": "  Dice at {at}: {dice}; totals {totals}[; attacker {added}]"
    "[; defender {against}]: {power} wins/win.",
    "points": "  {power} gets/get {count:support point} against {beaten}.",
    "retreats": "  {power} retreats/retreat from {from} to {to}[ by way of {via}]: {cu} CU left.",
    "relief": "  Those inside {at} join: {cu} CU of {power}[, {leaders}].",
    "sortie": "  Sortie from {at}: {leader} ({power}) with {cu} CU.",
}
#: Events that tell what dice showed, and under which keys.
ROLLED: Mapping[str, Sequence[str]] = {
    "naval": ("dice",),
    "attempt": ("dice",),
    "battle dice": ("dice",),
}
