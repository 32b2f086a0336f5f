"""Where the English and the Japanese text of chapter 3 (Ver. 4.0) disagree and it matters.

The significant ones: who follows one text errs by the other. All in our own words. Mere
form (punctuation, page numbers, a narrower phrase with the same outcome) is not entered.
"""

from typing import Final

from dcg_events.audit.clauses.clause import Difference, Words

SIGNIFICANT: Final[dict[str, Difference]] = {
    "3": Difference(
        significant=True,
        japanese=Words(
            "Three words: the six areas, the field as one of them, and a place, which is any spot"
            " a card can be; breeding to battle stays inside one area",
            "「領域」(六つ)・「エリア」(その一つ)・「場所」(カードのある所すべて)を使い分ける。"
            "育成エリアからバトルエリアへは同じ領域の中",
        ),
        english=Words(
            "One word, area, for all three; breeding to battle reads like area to area",
            "三つとも「area」の一語で、育成エリアからバトルエリアへが領域の移動にも読める",
        ),
        practice=Words(
            "A unit that moves to the battle area is no new card (CR 4.2 §4-17)",
            "移動したデジモンは新しいカードにならない(総合ルール4.2 §4-17)",
        ),
    ),
    "3-1-3-1-1": Difference(
        significant=True,
        japanese=Words(
            "From any place to another place: out from under a card, a link slot or no area too",
            "場所から別の場所へ。カードの下・リンク・領域外から置かれても新しいカード",
        ),
        english=Words(
            "From one area to another area: what leaves a place that is no area is not covered",
            "領域から別の領域へ。領域でない場所から置かれたカードは文面に入らない",
        ),
    ),
    "3-1-3-2": Difference(
        significant=True,
        japanese=Words(
            "The count of every place is public: cards under a card, face-down ones too, and links",
            "どの場所の枚数も公開。カードの下(裏向きも)とリンクカードの枚数を含む",
        ),
        english=Words(
            "The count of every area is public; under a card and link slots are no areas",
            "領域の枚数が公開。カードの下やリンクは領域ではない",
        ),
    ),
    "3-1-3-3": Difference(
        significant=True,
        japanese=Words(
            "Cards that leave one place for another together, from under a card or a link slot too",
            "場所を同時に離れる場合。カードの下やリンクからも含む",
        ),
        english=Words(
            "Cards that leave one area for another together",
            "領域を同時に離れる場合のみ",
        ),
    ),
    "3-1-3-4": Difference(
        significant=True,
        japanese=Words(
            "The player of the card that caused it orders; under a card as well",
            "影響元となったカードのプレイヤーが選ぶ。カードの下に置く順番も含む",
        ),
        english=Words(
            "The owner of the card that caused it orders; in an area",
            "影響元のカードの持ち主が選ぶ。領域に置く順番のみ",
        ),
        practice=Words(
            "The player who activated the effect orders, the cards of both decks too (Q1518)",
            "効果を発揮したプレイヤーが選ぶ。両者のデッキに戻す場合も同じ(Q1518)",
        ),
    ),
    "3-1-3-6": Difference(
        significant=True,
        japanese=Words(
            "Cards that are open, wherever they lie: face-up security, revealed cards, shown hand"
            " cards too; not face-down cards under a card",
            "公開されているカードならどこからでも。表向きのセキュリティ、オープン中や"
            "公開した手札も含み、カードの下の裏向きは含まない",
        ),
        english=Words(
            "Cards from a public area: the field and the trash alone, and all that lies there",
            "公開領域(エリアとトラッシュ)から離れるカードのみ",
        ),
        practice=Words(
            "Revealed cards, and hand cards shown for a condition, go back in an order that both"
            " players confirm (Q5577, Q1691)",
            "オープンしたカードや条件のため公開した手札は、順番を確認してから戻す(Q5577・Q1691)",
        ),
    ),
    "3-1-3-7": Difference(
        significant=True,
        japanese=Words(
            "Shown if the instruction asks something of the card: its name, color, level, trait",
            "名称・色・Lv.・特徴など、置くカードの情報が指定されている場合に公開する",
        ),
        english=Words(
            "Shown if the card's own text holds an instruction",
            "置くカード自身の情報に指示が書かれている場合に公開する、と読める",
        ),
        practice=Words(
            "Asked for, it is shown (Q3591, Q1078, Q4025); not asked for, it is not (Q2406, Q1069)",
            "指定があれば公開し(Q3591・Q1078・Q4025)、なければ公開しない(Q2406・Q1069)",
        ),
    ),
    "3-1-3-8": Difference(
        significant=True,
        japanese=Words(
            "Rules and effects that name no side: battle deletions and rule checks too",
            "ルールや効果が側を指定しない場合。バトルやルールチェックによるものも含む",
        ),
        english=Words(
            "Card texts that name no side",
            "カードの文章が側を指定しない場合のみ",
        ),
    ),
    "3-4-3": Difference(
        significant=True,
        japanese=Words(
            "Refers to the chapter on orientation by its number in 4.0, §4-12",
            "表示形式の参照先は4-12(4.0の番号)",
        ),
        english=Words(
            "Refers to it by an older number, §4-11",
            "参照先は4-11(古い番号のまま)",
        ),
    ),
    "3-4-5-2": Difference(
        significant=True,
        japanese=Words(
            "One body: one Digimon with all that is stacked, so it can digivolve there",
            "1体まで。重ねたカードを含めて1体なので、育成エリアで進化できる",
        ),
        english=Words(
            "One card, which by the letter forbids digivolving there",
            "1枚まで。文面どおりなら育成エリアで進化できない",
        ),
    ),
    "3-4-5-3": Difference(
        significant=True,
        japanese=Words(
            "Effects that neither name nor refer to it; details under §15-15-5 (number in 4.0)",
            "指定も参照もしていない効果。詳細は15-15-5(4.0の番号)",
        ),
        english=Words(
            "Effects that do not name it explicitly or refer to it; details under §15-15-6",
            "明示して指定または参照していない効果。詳細は15-15-6とある",
        ),
    ),
}

_BREEDING: Final = Difference(
    significant=False,
    japanese=Words(
        "Effects that neither name nor refer to the breeding area",
        "育成エリアを指定も参照もしていない効果",
    ),
    english=Words(
        "Effects that do not name the breeding area explicitly or refer to it",
        "育成エリアを明示して指定または参照していない効果",
    ),
)
_STACKED: Final = Difference(
    significant=False,
    japanese=Words(
        "Face down and stacked: there is an order", "裏向きに重ねて置く。順番に意味がある"
    ),
    english=Words("Face down", "裏向きに置くとだけある"),
)
_UNCHANGED: Final = Difference(
    significant=False,
    japanese=Words("Nobody can change the order", "誰も順番を変えられない"),
    english=Words(
        "Players cannot change the order of their own", "自分のものの順番を変えられないとだけある"
    ),
)
_ONE_BY_ONE: Final = Difference(
    significant=False,
    japanese=Words(
        "They are placed at once, one by one as a procedure, in another area",
        "同時に置かれ、手順は1枚ずつ。置く先は別の領域",
    ),
    english=Words(
        "They count as placed at once, one by one as a procedure",
        "手順は1枚ずつで、同時に置かれたとみなす",
    ),
    practice=Words(
        "Under a card likewise, the top card first (Q6413)",
        "カードの下に置く場合も上から1枚ずつ(Q6413)",
    ),
)
_FREELY: Final = Difference(
    significant=False,
    japanese=Words("The order may be changed freely", "順番は自由に変えられる"),
    english=Words("Players may change the order of their own at any time", "自分のものはいつでも"),
)

MINOR: Final[dict[str, Difference]] = {
    "3-1-1": Difference(
        significant=False,
        japanese=Words("A closed list of six", "六つに限る"),
        english=Words("A list that may go on", "六つを含むとだけある"),
    ),
    "3-1-2-1-1": Difference(
        significant=False,
        japanese=Words("All players", "全てのプレイヤー"),
        english=Words("Both players", "両方のプレイヤー"),
    ),
    "3-1-2-2-1": Difference(
        significant=False,
        japanese=Words("Open to nobody: the owner cannot look either", "持ち主も確認できない"),
        english=Words(
            "Not open to both, and neither may look",
            "両者には公開されず、どちらも確認できない",
        ),
    ),
    "3-1-3-1-2": Difference(
        significant=False,
        japanese=Words("Nothing at all is carried over from the place before", "一切引き継がない"),
        english=Words(
            "No statuses, states and the like from the area before", "状況や状態などを引き継がない"
        ),
    ),
    "3-1-3-9": Difference(
        significant=False,
        japanese=Words("From any place, from under a card too", "カードの下を含むどの場所からでも"),
        english=Words("From areas", "領域から"),
    ),
    "3-2-2": _STACKED,
    "3-2-3": _UNCHANGED,
    "3-2-4": _ONE_BY_ONE,
    "3-3-2": _STACKED,
    "3-3-3": _UNCHANGED,
    "3-3-4": _ONE_BY_ONE,
    "3-4-5-4": Difference(
        significant=False,
        japanese=Words(
            "Neither named nor referred to; the example digivolves into the card with the effect",
            "指定も参照もしていない効果。例は効果を持つカードに進化した場合",
        ),
        english=Words(
            "Not named explicitly or referred to; the example puts the effect on the card below",
            "明示して指定または参照していない効果。例は効果を持つカードから進化した場合",
        ),
    ),
    "3-4-5-5": _BREEDING,
    "3-4-5-6": _BREEDING,
    "3-4-5-7": _BREEDING,
    "3-4-5-8": Difference(
        significant=False,
        japanese=Words(
            "Neither named nor referred to; in the example the card cannot be used",
            "指定も参照もしていない効果。例ではカードを使用できない",
        ),
        english=Words(
            "Not named explicitly or referred to; in the example the requirement stays",
            "明示して指定または参照していない効果。例では色条件を無視できない",
        ),
    ),
    "3-5-2": _FREELY,
    "3-6-2": _FREELY,
    "3-7-2": Difference(
        significant=False,
        japanese=Words(
            "Stacked, and spread so that the number can always be seen",
            "重ねて置き、常に枚数が見えるようにずらす",
        ),
        english=Words(
            "Spread so that the number can be seen", "枚数が見えるようにずらすとだけある"
        ),
    ),
    "3-7-3": _UNCHANGED,
    "3-7-5": _ONE_BY_ONE,
}

READINGS: Final = SIGNIFICANT | MINOR
"""All of them, by number in Ver. 4.0."""
