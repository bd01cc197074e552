"""``kahuna verify``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.errors import BAD_INPUT, print_error
from kahuna.cli.localization import LanguageOption
from kahuna.cli.texts import spoken
from kahuna.i18n import counted

if TYPE_CHECKING:
    from kahuna.record import FairCards, GameRecord
    from kahuna.record.game_files import Source


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    key: Annotated[str | None, typer.Option("--key", metavar="KEY")] = None,
    _language: LanguageOption = "",
) -> None:
    """Check the cards of online games."""
    from kahuna.record import RecordError
    from kahuna.record.game_files import read_text, sources

    found = sources(read_text(file), str(file))
    num_fair = 0
    for source in found:
        try:
            print(_verify(source, key and key.lower()))
            num_fair += 1
        except RecordError as error:
            print_error(spoken().in_english.format(message=error))
    print(counted(spoken().cards_verified, len(found)).format(fine=num_fair, count=len(found)))
    if num_fair < len(found):
        raise typer.Exit(BAD_INPUT)


def _verify(source: Source, key: str | None) -> str:
    """Verify the cards and the signature of a game, and return what to compare."""
    from kahuna.record import RecordError, verify_cards

    record = source.game()
    try:
        fair = verify_cards(record)
        signature = _check_signature(record, key)
    except RecordError as error:
        raise error.at(source.where) from None
    return f"{_commitments(source.where, fair)}\n  {signature}"


def _commitments(where: str, fair: FairCards) -> str:
    """Return what was committed before the cards were dealt."""
    from kahuna.record import commitment_of

    said = spoken()
    white, black = (said.no_seed if seed is None else commitment_of(seed) for seed in fair.seeds)
    server = commitment_of(fair.secret)
    return said.commitments.format(where=where, server=server, white=white, black=black)


def _check_signature(record: GameRecord, key: str | None) -> str:
    """Return what there is to say about the signature; raise if it is wrong.

    ``key`` is the only key to accept.
    """
    from kahuna.record import RecordError, signed_bytes

    said, signature = spoken(), record.signature
    if signature is None and key is None:
        return said.signature_missing
    if signature is None or key not in (None, signature.key.hex()):
        problem = "the record is not signed with this key"
        raise RecordError(problem, where="signature", expected=f"the key {key}")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError as error:
        unchecked = said.signature_unchecked.format(name=error.name)
        if key is None:
            return unchecked
        raise RecordError(unchecked) from None
    try:
        public_key = Ed25519PublicKey.from_public_bytes(signature.key)
        public_key.verify(signature.value, signed_bytes(record))
    except InvalidSignature:
        problem = "the record is not the one that was signed"
        raise RecordError(problem, where="signature") from None
    return said.signature_right.format(key=signature.key.hex())
