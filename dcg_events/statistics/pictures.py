"""Draw the answers: PNG or SVG, the same bytes for the same answers.

Needs matplotlib, the extra `pictures`; nothing else in the package does.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from dcg_events.errors import UsageError
from dcg_events.statistics.answers import Answers, TimeAnswer, Wins

PictureFormat: TypeAlias = Literal["png", "svg"]

CARDS: Final = 24
"""Most cards in a picture."""

PLAYERS: Final = 40
"""Most players in a picture: those with the most decisions."""

_METADATA: Final[dict[PictureFormat, dict[str, Any]]] = {
    "svg": {"Date": None, "Creator": "dcg-events"},
    "png": {"Software": "dcg-events"},
}


def draw(answers: Answers, folder: Path, form: PictureFormat) -> list[Path]:
    """Draw a picture for each question that has an answer; return their paths.

    Args:
        answers: What to draw.
        folder: Where to; it is made if it is not there. Pictures in it are replaced.
        form: Their format.

    Raises:
        UsageError: If matplotlib is not installed, or the folder cannot be written to.
    """
    plot = _matplotlib()
    drawn = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in (
            ("wins", _wins(answers, plot)),
            ("cards", _cards(answers, plot)),
            ("times", _times(answers["times"], plot)),
        ):
            if picture is not None:
                path = folder / f"{name}.{form}"
                picture.savefig(path, format=form, dpi=150, metadata=_METADATA[form])
                drawn.append(path)
    except OSError as error:
        problem = (error.strerror or "it cannot be written").lower()
        raise UsageError(str(folder), problem, "name a folder that you may write to") from error
    return drawn


def _matplotlib() -> Any:  # noqa: ANN401 - an optional package without types of its own here
    try:
        plot = import_module("matplotlib.figure")
        settings = import_module("matplotlib").rcParams
    except ImportError as error:
        remedy = "install the extra: pip install 'dcg-events[pictures]'"
        raise UsageError("pictures", "matplotlib is not installed", remedy) from error
    settings["svg.hashsalt"] = "dcg-events"  # ids in the file do not change from run to run
    return plot


def _figure(plot: Any, rows: int, title: str) -> Any:  # noqa: ANN401
    figure = plot.Figure(figsize=(8, 1.6 + 0.32 * rows), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=11)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure


def _intervals(figure: Any, names: Sequence[str], rates: Sequence[Wins]) -> Any:  # noqa: ANN401
    """Draw win rates as points with their intervals, top down, and half of all as a line."""
    axes = figure.axes[0]
    for place, wins in enumerate(rates):
        won = wins["won"]
        if won["share"] is not None and won["low"] is not None and won["high"] is not None:
            axes.plot([100 * won["low"], 100 * won["high"]], [place, place], color="#7a8ba6")
            axes.plot([100 * won["share"]], [place], "o", color="#1f3a5f", markersize=5)
    axes.axvline(50, color="#bbbbbb", linewidth=0.8, zorder=0)
    labels = [f"{name}  ({wins['won']['of']})" for name, wins in zip(names, rates, strict=True)]
    axes.set_yticks(range(len(labels)), labels, parse_math=False)  # a name may hold dollars
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, %, with 95 % intervals (games won or lost)")
    return figure


def _wins(answers: Answers, plot: Any) -> Any:  # noqa: ANN401
    rates: dict[str, Wins] = {
        "going first": answers["by_side"]["first"],
        "going second": answers["by_side"]["second"],
        "hand redrawn": answers["redraw"]["redrawn"]["all"],
        "hand kept": answers["redraw"]["kept"]["all"],
    }
    counted = {name: wins for name, wins in rates.items() if wins["won"]["of"]}
    if not counted:
        return None
    figure = _figure(plot, len(counted), "Wins by side and first hand")
    return _intervals(figure, list(counted), list(counted.values()))


def _cards(answers: Answers, plot: Any) -> Any:  # noqa: ANN401
    drawn = [card for card in answers["cards"] if card["won_when_drawn"]["won"]["of"]][:CARDS]
    if not drawn:
        return None
    figure = _figure(plot, len(drawn), "Wins of games in which a card was drawn")
    numbers = [card["number"] for card in drawn]
    return _intervals(figure, numbers, [card["won_when_drawn"] for card in drawn])


def _times(times: Sequence[TimeAnswer], plot: Any) -> Any:  # noqa: ANN401
    if not times:
        return None
    drawn = sorted(times, key=lambda time: -time["all"]["count"])[:PLAYERS]
    figure = _figure(plot, len(drawn), "Time per decision")
    axes = figure.axes[0]
    for place, time in enumerate(drawn):
        spread = time["all"]
        axes.plot([spread["least"], spread["nine_tenths"]], [place, place], color="#7a8ba6")
        axes.plot(
            [spread["quarter"], spread["three_quarters"]],
            [place, place],
            color="#1f3a5f",
            linewidth=5,
            solid_capstyle="butt",
        )
        axes.plot([spread["median"]], [place], "|", color="white", markersize=9)
    labels = [f"{time['player']}  ({time['all']['count']})" for time in drawn]
    axes.set_yticks(range(len(labels)), labels, parse_math=False)  # a name may hold dollars
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds: the middle half, and up to nine tenths (decisions)")
    return figure
