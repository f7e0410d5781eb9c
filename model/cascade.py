"""The Cascade, edition 2026-10.

The executable model of the rulebook, generated from it by headjudge. A function reads the
situation `now`; what it writes goes into `to` and takes effect together with what the
other clauses of the same action write.
"""

from headjudge.play import (
    ActionKind,
    ActionRule,
    BoolType,
    ClaimKind,
    ClaimRule,
    ConsequenceRule,
    EachType,
    EnumType,
    FieldRule,
    IntEnum,
    ListType,
    MaybeType,
    NormKind,
    NormRule,
    Number,
    ParameterRule,
    PlayerType,
    Questions,
    RangeType,
    RecordType,
    Rules,
    ScopeName,
    SizeSum,
    Stage,
    StockType,
    Table,
    Updates,
    dataclass,
    next_player,
)


class Phase(IntEnum):
    """Phase."""

    PREPARATION = 0
    COMBAT = 1
    EMPLACEMENT = 2


class Battle(IntEnum):
    """Battle."""

    NO_BATTLE = 0
    DECLARED = 1
    FIGHT = 2


class Aim(IntEnum):
    """Aim."""

    NO_TARGET = 0
    SOUL = 1
    SOUL_SPOT = 2
    ATTACKER = 3


class Text(IntEnum):
    """Text."""

    NOTHING = 0
    INSTANT = 1
    BOTH_INSTANT = 2
    FALL = 3
    FALL_INSTANT = 4
    MANDATORY = 5
    BOTH_MANDATORY = 6
    TWINS = 7
    OPTIONAL = 8
    THIS_TURN = 9
    NEXT_TURN = 10


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect."""

    controller: int


@dataclass(slots=True, kw_only=True)
class State(Table):
    """One situation of the game."""

    turn: int
    phase: Phase
    spiral: list[int]
    choice_owed: bool
    lasting: int
    draw_owed: bool
    decked_out: bool
    recruited: bool
    hand: list[int]
    fast: list[int]
    battle: Battle
    ambush: list[int]
    window: bool
    offered: list[int]
    priority: int | None
    passed: bool
    answered: bool
    cascade: list[Effect]
    resolving: bool
    second_part: bool
    instants: list[int]
    fallen: bool
    dormant: list[bool]
    mandatory: list[int]
    optional: list[int]
    twins: int | None
    targeting: bool
    texts: int
    stirred: bool


def has_a_fast_effect(now: State, player: int) -> bool:
    """12.1.2: Besides, in a window the holder of priority may use them, whichever player that
    is. In a turn of the opponent's there is no other way.
    """
    return now.fast[player] > 0 or now.ambush[player] > 0 or now.hand[player] > 0


def answerable(now: State, player: int) -> bool:
    """12.1.2: Besides, in a window the holder of priority may use them, whichever player that
    is. In a turn of the opponent's there is no other way.
    """
    return (
        now.window
        and has_a_fast_effect(now, player)
        and any(effect.controller != player for effect in now.cascade)
    )


def before_the_fight(now: State, player: int) -> bool:
    """12.2.1: Three things open a window: an attack that is declared (9.5.2); an effect that
    goes on the Cascade while there is no window, be it an activated effect, an Event or an
    Ambush; and triggered Timing Effects being placed (12.5). An effect used in answer is part
    of the window that is there, and no other window comes of it.
    """
    return now.battle == Battle.DECLARED and has_a_fast_effect(now, player)


def on_offer(now: State, player: int) -> bool:
    """12.2.2: So that optional Timing Effects can be used by those who control them, their being
    triggered opens a window too. An offer is made for a window. The text does not say what
    becomes of it when that window closes and it has not been taken up.
    """
    return now.window and now.offered[player] > 0


def close_window(now: State, to: Updates) -> None:
    """12.2.4: As long as there has been no response, closing the window takes a pass by either
    player, the one directly after the other.
    """
    to["window"] = False
    to["passed"] = False
    to["answered"] = False


def has_mandatory_ones(now: State, player: int) -> bool:
    """12.5.1: Next the mandatory Timing Effects are put on the Cascade. The turn player does so
    with theirs, then the opponent; in what order is for each to choose. So it is one of the
    opponent's that resolves first.
    """
    return now.mandatory[player] > 0 or now.twins == player


def targeted(now: State, player: int) -> bool:
    """12.6.1: There are effects that answer being targeted ("The Ambusher is targeted by an
    Effect"). The window that the targeting effect came with is the only one for them, and
    there only until something else lies on that effect. A Cascade has one window, so what
    matters is whether the effect on top targets.
    """
    return (
        now.window
        and now.targeting
        and now.ambush[player] > 0
        and now.cascade[-1].controller != player
    )


def cost(now: State, text: Text) -> int:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    return 0 if text == Text.NOTHING else 1


def has_owner(now: State, text: Text) -> bool:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    return text in (
        Text.INSTANT,
        Text.FALL_INSTANT,
        Text.MANDATORY,
        Text.TWINS,
        Text.OPTIONAL,
        Text.NEXT_TURN,
    )


def c7_1_3_choose_spiral_needs(now: State, player: int) -> bool:
    """Where choose_spiral is physically possible (7.1.3)."""
    return now.spiral[player] < 4


def c7_1_3_choose_spiral(now: State, to: Updates, player: int) -> None:
    """7.1.3: A player's first, second, third and fourth turn each open with their choice for the
    Escalation Spiral (8.2.1). It comes before all else in that turn. What is counted is a
    player's choices so far. As the first four turns differ in nothing else, a play is joined
    where both players have made three; examples begin where they like.
    """
    to["spiral", player] += 1


def c7_2_1_draw(now: State, to: Updates, empty: bool) -> None:
    """7.2.1: At the start of Preparation a card is drawn by the turn player. If the deck has
    none left there is no draw, and that player is Decked Out (16.2.1). What being Decked Out
    leads to stands in chapter 16; a play is followed no further.
    """
    to["draw_owed"] = False


def c7_2_2_recruit_needs(now: State, player: int, with_fast: bool) -> bool:
    """Where recruit is physically possible (7.2.2)."""
    return not with_fast or now.hand[player] > 0


def c7_2_2_recruit(now: State, to: Updates, player: int, with_fast: bool) -> None:
    """7.2.2: After that these are open to the turn player, in whatever order they wish and as
    many times as is allowed: recruiting a Soul, though only one a turn (5.3); casting an
    Event, one and then the next (10.2); invoking a Realm (10.5); equipping an Armament
    (10.3); using an Activated Effect of a card of theirs (11.1.2); springing an Ambush or
    using another Fast effect (12.1.1).
    """
    to["recruited"] = True


def c7_2_2_invoke_realm_needs(now: State, player: int, with_fast: bool) -> bool:
    """Where invoke_realm is physically possible (7.2.2)."""
    return not with_fast or now.hand[player] > 0


def c7_2_2_equip_needs(now: State, player: int, with_fast: bool) -> bool:
    """Where equip is physically possible (7.2.2)."""
    return not with_fast or now.hand[player] > 0


def c7_3_1_declare_attack(now: State, to: Updates, player: int) -> None:
    """7.3.1: Combat is the phase for the turn player's Souls to attack. There is never more than
    one battle (chapter 9).
    """
    to["battle"] = Battle.DECLARED


def c7_4_1_set_ambush_needs(now: State, player: int) -> bool:
    """Where set_ambush is physically possible (7.4.1)."""
    return now.hand[player] > 0


def c7_4_1_set_ambush(now: State, to: Updates, player: int) -> None:
    """7.4.1: Emplacement is the phase in which the turn player sets Ambushes, face down, at the
    slots where their Souls stand, as many as is allowed (10.4.1).
    """
    to["hand", player] -= 1
    to["ambush", player] += 1


def c12_1_1_use_fast_needs(now: State, player: int, aim: Aim) -> bool:
    """Where use_fast is physically possible (12.1.1)."""
    return now.fast[player] > 0


def c12_1_1_use_fast(now: State, to: Updates, player: int, aim: Aim) -> None:
    """12.1.1: Fast effects are all Ambushes, and all effects that are marked Fast. In
    Preparation and in Combat, as long as no battle runs, they are open to the player whose
    turn it is.
    """
    to["fast", player] -= 1


def c12_1_1_spring_ambush_needs(now: State, player: int, aim: Aim, answers: bool) -> bool:
    """Where spring_ambush is physically possible (12.1.1)."""
    return now.ambush[player] > 0


def c12_1_1_spring_ambush(now: State, to: Updates, player: int, aim: Aim, answers: bool) -> None:
    """12.1.1: Fast effects are all Ambushes, and all effects that are marked Fast. In
    Preparation and in Combat, as long as no battle runs, they are open to the player whose
    turn it is.
    """
    to["ambush", player] -= 1


def c12_1_1_cast_fast_event_needs(now: State, player: int, aim: Aim) -> bool:
    """Where cast_fast_event is physically possible (12.1.1)."""
    return now.hand[player] > 0


def c12_1_1_cast_fast_event(now: State, to: Updates, player: int, aim: Aim) -> None:
    """12.1.1: Fast effects are all Ambushes, and all effects that are marked Fast. In
    Preparation and in Combat, as long as no battle runs, they are open to the player whose
    turn it is.
    """
    to["hand", player] -= 1


def c12_2_3_use_offered_needs(now: State, player: int, aim: Aim) -> bool:
    """Where use_offered is physically possible (12.2.3)."""
    return now.offered[player] > 0


def c12_2_3_use_offered(now: State, to: Updates, player: int, aim: Aim) -> None:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    to["offered", player] -= 1


def c12_3_2_resolve_top_needs(now: State, more: bool) -> bool:
    """Where resolve_top is physically possible (12.3.2)."""
    if not len(now.cascade) > 0:
        return False
    return not (more and now.second_part)


def c12_4_1_resolve_instant_needs(now: State, player: int, active: bool) -> bool:
    """Where resolve_instant is physically possible (12.4.1)."""
    if not now.instants[player] > 0:
        return False
    if not (active or now.dormant[player]):
        return False
    return not active or not now.dormant[player] or now.instants[player] > 1


def c12_4_1_resolve_instant(now: State, to: Updates, player: int, active: bool) -> None:
    """12.4.1: An Instant Effect resolves on the spot; everything else has to wait for it. Of
    several, the turn player's come before the opponent's, and it is for each player to choose
    the order of their own.
    """
    to["instants", player] -= 1


def c12_4_2_capture_needs(now: State, silences: list[bool]) -> bool:
    """Where capture is physically possible (12.4.2)."""
    if not now.fallen:
        return False
    return all(now.instants[p] > 0 for p in range(now.players) if silences[p])


def c12_4_2_capture(now: State, to: Updates, silences: list[bool]) -> None:
    """12.4.2: Ahead of them Souls that are down to 0 HP are captured, each of them (14.4.2); the
    fight step of a battle is the exception (9.5.6). An Instant Effect on a card that has
    become inactive in the meantime does not do anything.
    """
    to["fallen"] = False
    to["dormant"] = silences


def c12_5_1_place_mandatory_needs(now: State, player: int, aim: Aim) -> bool:
    """Where place_mandatory is physically possible (12.5.1)."""
    return now.mandatory[player] > 0


def c12_5_1_place_mandatory(now: State, to: Updates, player: int, aim: Aim) -> None:
    """12.5.1: Next the mandatory Timing Effects are put on the Cascade. The turn player does so
    with theirs, then the opponent; in what order is for each to choose. So it is one of the
    opponent's that resolves first.
    """
    to["mandatory", player] -= 1


def c12_5_2_offer(now: State, to: Updates) -> None:
    """12.5.2: After these a window opens. Into it either player may put optional Timing Effects
    and Fast effects, and the turn player is the first to do so.
    """
    for p in range(now.players):
        to["offered", p] += now.optional[p]
        to["optional", p] = 0


def c12_5_3_place_twins_needs(now: State, player: int, target: Aim, apart: bool, aim: Aim) -> bool:
    """Where place_twins is physically possible (12.5.3)."""
    if not player == now.twins:
        return False
    if not (not apart or target == Aim.SOUL):
        return False
    return aim == target or (apart and aim == Aim.NO_TARGET)


def cE1_1_cards_react_needs(now: State, text: Text, whose: int) -> bool:
    """Where cards_react is physically possible (E1.1)."""
    if not now.stirred:
        return False
    if not (has_owner(now, text) or whose == 0):
        return False
    return now.texts >= cost(now, text)


def cE1_1_cards_react(now: State, to: Updates, text: Text, whose: int) -> None:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    to["texts"] -= cost(now, text)
    to["stirred"] = False


def cE2_1_fight(now: State, to: Updates) -> None:
    """E2.1: Chapter 9: once the attack's window is closed and all that came of it is done, there
    is the fight step. When all that comes of that is done as well, the battle ends.
    """
    to["battle"] = Battle.FIGHT


def cE2_1_end_battle(now: State, to: Updates) -> None:
    """E2.1: Chapter 9: once the attack's window is closed and all that came of it is done, there
    is the fight step. When all that comes of that is done as well, the battle ends.
    """
    to["battle"] = Battle.NO_BATTLE


def c7_1_2_may_end_phase(now: State, player: int) -> bool:
    """7.1.2: All three are gone through in every turn, although a player may let any of them go
    by without doing a thing. It is the turn player who declares a phase finished. When
    Emplacement is finished, the turn goes over to the opponent. Finishing a phase is
    something a player does on their own account, so 7.2.4 and 7.1.5 hold for it as for any
    other action.
    """
    return player == now.turn


def c7_1_3_must_choose_spiral(now: State, player: int) -> bool:
    """7.1.3: A player's first, second, third and fourth turn each open with their choice for the
    Escalation Spiral (8.2.1). It comes before all else in that turn. What is counted is a
    player's choices so far. As the first four turns differ in nothing else, a play is joined
    where both players have made three; examples begin where they like.
    """
    return now.choice_owed and player == now.turn


def c7_1_5_must_not_no_actions_in_the_opponents_turn(now: State, player: int) -> bool:
    """7.1.5: Taking actions in the opponent's turn is not possible. All that is left to a player
    then is to respond, by a Fast effect or an Ambush, while a window gives them priority
    (12.1.2). The exception names Fast effects and Ambushes and nothing else; a Timing Effect
    on offer is neither.
    """
    return player != now.turn


def c7_1_5_must_not_only_responses_in_the_opponents_turn(now: State, player: int) -> bool:
    """7.1.5: Taking actions in the opponent's turn is not possible. All that is left to a player
    then is to respond, by a Fast effect or an Ambush, while a window gives them priority
    (12.1.2). The exception names Fast effects and Ambushes and nothing else; a Timing Effect
    on offer is neither.
    """
    return player != now.turn and not (now.window and player == now.priority)


def c7_2_1_must_draw(now: State) -> bool:
    """7.2.1: At the start of Preparation a card is drawn by the turn player. If the deck has
    none left there is no draw, and that player is Decked Out (16.2.1). What being Decked Out
    leads to stands in chapter 16; a play is followed no further.
    """
    return now.draw_owed


def c7_2_2_may_in_preparation(now: State, player: int) -> bool:
    """7.2.2: After that these are open to the turn player, in whatever order they wish and as
    many times as is allowed: recruiting a Soul, though only one a turn (5.3); casting an
    Event, one and then the next (10.2); invoking a Realm (10.5); equipping an Armament
    (10.3); using an Activated Effect of a card of theirs (11.1.2); springing an Ambush or
    using another Fast effect (12.1.1).
    """
    return player == now.turn and now.phase == Phase.PREPARATION


def c7_2_2_only_once_a_turn(now: State) -> bool:
    """7.2.2: After that these are open to the turn player, in whatever order they wish and as
    many times as is allowed: recruiting a Soul, though only one a turn (5.3); casting an
    Event, one and then the next (10.2); invoking a Realm (10.5); equipping an Armament
    (10.3); using an Activated Effect of a card of theirs (11.1.2); springing an Ambush or
    using another Fast effect (12.1.1).
    """
    return not now.recruited


def c7_2_2_may_fast_in_preparation(now: State, player: int) -> bool:
    """7.2.2: After that these are open to the turn player, in whatever order they wish and as
    many times as is allowed: recruiting a Soul, though only one a turn (5.3); casting an
    Event, one and then the next (10.2); invoking a Realm (10.5); equipping an Armament
    (10.3); using an Activated Effect of a card of theirs (11.1.2); springing an Ambush or
    using another Fast effect (12.1.1).
    """
    return player == now.turn and now.phase == Phase.PREPARATION


def c7_2_4_must_not_nothing_new(now: State) -> bool:
    """7.2.4: As long as there is a battle or an open window, nobody starts a new action, and
    responding is all that can be done. This is a limit on what 7.1.2, 7.2.2, 7.3.1 and 7.4.1
    allow: those say what a phase is for, and leave how often to other clauses. To respond is
    what 12.2.3 calls so: it takes priority.
    """
    return now.window or now.battle != Battle.NO_BATTLE


def c7_2_4_only_only_responses(now: State, player: int) -> bool:
    """7.2.4: As long as there is a battle or an open window, nobody starts a new action, and
    responding is all that can be done. This is a limit on what 7.1.2, 7.2.2, 7.3.1 and 7.4.1
    allow: those say what a phase is for, and leave how often to other clauses. To respond is
    what 12.2.3 calls so: it takes priority.
    """
    return (
        (not now.window and now.battle == Battle.NO_BATTLE)
        or (now.window and player == now.priority)
    )


def c7_3_1_may_declare_attack(now: State, player: int) -> bool:
    """7.3.1: Combat is the phase for the turn player's Souls to attack. There is never more than
    one battle (chapter 9).
    """
    return player == now.turn and now.phase == Phase.COMBAT and now.battle == Battle.NO_BATTLE


def c7_3_2_may_fast_between_battles(now: State, player: int) -> bool:
    """7.3.2: Before, between and after battles, springing Ambushes and using other Fast effects
    is open to the turn player (12.1.1). Events, Armaments and Activated Effects have their
    place in Preparation unless they are Fast.
    """
    return player == now.turn and now.phase == Phase.COMBAT and now.battle == Battle.NO_BATTLE


def c7_3_2_only_slow_things_in_preparation(now: State) -> bool:
    """7.3.2: Before, between and after battles, springing Ambushes and using other Fast effects
    is open to the turn player (12.1.1). Events, Armaments and Activated Effects have their
    place in Preparation unless they are Fast.
    """
    return now.phase == Phase.PREPARATION


def c7_4_1_may_set_ambush(now: State, player: int) -> bool:
    """7.4.1: Emplacement is the phase in which the turn player sets Ambushes, face down, at the
    slots where their Souls stand, as many as is allowed (10.4.1).
    """
    return player == now.turn and now.phase == Phase.EMPLACEMENT


def c7_4_2_must_not_none_in_emplacement(now: State) -> bool:
    """7.4.2: While Emplacement lasts, neither player may use a Fast effect or spring an Ambush."""
    return now.phase == Phase.EMPLACEMENT


def c12_1_1_may_in_ones_own_turn(now: State, player: int) -> bool:
    """12.1.1: Fast effects are all Ambushes, and all effects that are marked Fast. In
    Preparation and in Combat, as long as no battle runs, they are open to the player whose
    turn it is.
    """
    return (
        player == now.turn
        and now.phase in (Phase.PREPARATION, Phase.COMBAT)
        and now.battle == Battle.NO_BATTLE
    )


def c12_1_2_may_in_a_window(now: State, player: int) -> bool:
    """12.1.2: Besides, in a window the holder of priority may use them, whichever player that
    is. In a turn of the opponent's there is no other way.
    """
    return now.window and player == now.priority


def c12_1_2_only_no_other_way(now: State, player: int) -> bool:
    """12.1.2: Besides, in a window the holder of priority may use them, whichever player that
    is. In a turn of the opponent's there is no other way.
    """
    return player == now.turn or (now.window and player == now.priority)


def c12_2_3_may_the_holder_passes_or_responds(now: State, player: int) -> bool:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    return now.window and player == now.priority


def c12_2_6_must_auto_pass(now: State, player: int) -> bool:
    """12.2.6: A player whom nobody at the table could see responding is passed by the game. That
    is a player who has no Ambush face down beneath a Soul of theirs in the Front Line, no
    Timing Effect on offer, and no Fast effect on a card that lies face up. Of Ambushes the
    model has those beneath Front Line Souls only.
    """
    return (
        now.window
        and player == now.priority
        and now.ambush[player] == 0
        and now.offered[player] == 0
        and now.fast[player] == 0
    )


def c12_3_2_must_resolve_top(now: State) -> bool:
    """12.3.2: A closed window makes the Cascade resolve, effect by effect from its top down to
    its bottom, and nothing comes in between. Until that is over it cannot be added to by
    anyone.
    """
    return now.resolving


def c12_3_2_must_not_nobody_adds(now: State) -> bool:
    """12.3.2: A closed window makes the Cascade resolve, effect by effect from its top down to
    its bottom, and nothing comes in between. Until that is over it cannot be added to by
    anyone.
    """
    return now.resolving


def c12_3_3_only_not_before_the_cascade_is_over(now: State) -> bool:
    """12.3.3: A Timing Effect that something in a resolving Cascade triggers has to wait for the
    end of it. After that come a fresh Cascade and a fresh window (12.5.2).
    """
    return not now.resolving


def c12_4_1_must_resolve_instant(now: State, player: int) -> bool:
    """12.4.1: An Instant Effect resolves on the spot; everything else has to wait for it. Of
    several, the turn player's come before the opponent's, and it is for each player to choose
    the order of their own.
    """
    return now.instants[player] > 0 and (player == now.turn or now.instants[now.turn] == 0)


def c12_4_2_must_capture(now: State) -> bool:
    """12.4.2: Ahead of them Souls that are down to 0 HP are captured, each of them (14.4.2); the
    fight step of a battle is the exception (9.5.6). An Instant Effect on a card that has
    become inactive in the meantime does not do anything.
    """
    return now.fallen and now.battle != Battle.FIGHT


def c12_5_1_must_place_mandatory(now: State, player: int) -> bool:
    """12.5.1: Next the mandatory Timing Effects are put on the Cascade. The turn player does so
    with theirs, then the opponent; in what order is for each to choose. So it is one of the
    opponent's that resolves first.
    """
    return (
        now.mandatory[player] > 0
        and (player == now.turn or not has_mandatory_ones(now, now.turn))
    )


def c12_5_2_must_offer(now: State) -> bool:
    """12.5.2: After these a window opens. Into it either player may put optional Timing Effects
    and Fast effects, and the turn player is the first to do so.
    """
    return any(now.optional[p] > 0 for p in range(now.players))


def c12_5_2_may_either_player_may_add(now: State, player: int) -> bool:
    """12.5.2: After these a window opens. Into it either player may put optional Timing Effects
    and Fast effects, and the turn player is the first to do so.
    """
    return now.window and player == now.priority


def c12_5_3_must_place_twins(now: State, player: int) -> bool:
    """12.5.3: A card may trigger the same effect twice at once. Then there is no choice to make:
    the two are ordered by the game, and whichever order that is makes no difference. Being
    the same effect, both have the same kind of target; but each is aimed by itself, and so
    they may be at two Souls (apart), of which one has an Ambush beneath it that answers being
    targeted (12.6.1) and the other has none. For what may be answered aim counts, that of the
    one which comes to lie on top.
    """
    return now.twins == player and (player == now.turn or not has_mandatory_ones(now, now.turn))


def c12_6_1_only_only_while_the_targeting_effect_is_on_top(now: State, answers: bool) -> bool:
    """12.6.1: There are effects that answer being targeted ("The Ambusher is targeted by an
    Effect"). The window that the targeting effect came with is the only one for them, and
    there only until something else lies on that effect. A Cascade has one window, so what
    matters is whether the effect on top targets.
    """
    return not answers or (now.window and now.targeting)


def cE1_1_only_cards_react(now: State, text: Text, whose: int) -> bool:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    if text in (Text.INSTANT, Text.FALL_INSTANT):
        return (
            now.instants[whose] < now.scope["instants"]
            and (text == Text.INSTANT or (now.scope["captures"] > 0 and not now.fallen))
        )
    if text == Text.BOTH_INSTANT:
        return all(now.instants[p] < now.scope["instants"] for p in range(now.players))
    if text == Text.FALL:
        return now.scope["captures"] > 0 and not now.fallen
    if text == Text.MANDATORY:
        return now.mandatory[whose] < now.scope["mandatory"]
    if text == Text.BOTH_MANDATORY:
        return all(now.mandatory[p] < now.scope["mandatory"] for p in range(now.players))
    if text == Text.TWINS:
        return now.scope["mandatory"] > 0 and now.twins is None
    if text == Text.OPTIONAL:
        return now.optional[whose] + now.offered[whose] < now.scope["optional"]
    if text in (Text.THIS_TURN, Text.NEXT_TURN):
        return now.scope["lasting"] > 0 and now.lasting == 0
    return True


def cE1_1_must_cards_react(now: State) -> bool:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    return now.stirred


def cE1_2_only_so_many_fast_effects(now: State, player: int, with_fast: bool) -> bool:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    return not with_fast or now.fast[player] < now.scope["fast"]


def cE1_2_only_so_many_ambushes(now: State, player: int) -> bool:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    return now.ambush[player] < now.scope["ambush"]


def cE1_2_only_events_can_be_fast(now: State) -> bool:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    return now.scope["fast_events"] > 0


def cE1_2_only_effects_have_parts(now: State, more: bool) -> bool:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    return not more or (now.scope["parts"] > 0 and now.texts > 0)


def cE1_2_only_an_attacker_is_there(now: State, aim: Aim) -> bool:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    return aim != Aim.ATTACKER or now.battle != Battle.NO_BATTLE


def cE2_1_must_fight(now: State) -> bool:
    """E2.1: Chapter 9: once the attack's window is closed and all that came of it is done, there
    is the fight step. When all that comes of that is done as well, the battle ends.
    """
    return now.battle == Battle.DECLARED and not now.window and not now.resolving


def cE2_1_must_end_battle(now: State) -> bool:
    """E2.1: Chapter 9: once the attack's window is closed and all that came of it is done, there
    is the fight step. When all that comes of that is done as well, the battle ends.
    """
    return now.battle == Battle.FIGHT and not now.window and not now.resolving


def cE2_1_only_souls_can_attack(now: State) -> bool:
    """E2.1: Chapter 9: once the attack's window is closed and all that came of it is done, there
    is the fight step. When all that comes of that is done as well, the battle ends.
    """
    return now.scope["battles"] > 0


def cE2_2_only_nobody_is_decked_out(now: State) -> bool:
    """E2.2: Chapter 16: what follows once a player is Decked Out. Nobody does anything more
    here.
    """
    return not now.decked_out


def c7_1_1_end_phase(now: State, to: Updates) -> None:
    """7.1.1: A turn is made of three phases. First comes Preparation, then Combat, last
    Emplacement; the order never changes.
    """
    if now.phase == Phase.PREPARATION:
        to["phase"] = Phase.COMBAT
    elif now.phase == Phase.COMBAT:
        to["phase"] = Phase.EMPLACEMENT
    else:
        to["phase"] = Phase.PREPARATION


def c7_1_2_end_phase(now: State, to: Updates) -> None:
    """7.1.2: All three are gone through in every turn, although a player may let any of them go
    by without doing a thing. It is the turn player who declares a phase finished. When
    Emplacement is finished, the turn goes over to the opponent. Finishing a phase is
    something a player does on their own account, so 7.2.4 and 7.1.5 hold for it as for any
    other action.
    """
    if now.phase == Phase.EMPLACEMENT:
        to["turn"] = next_player(now, now.turn)


def c7_1_3_choose_spiral_2(now: State, to: Updates) -> None:
    """7.1.3: A player's first, second, third and fourth turn each open with their choice for the
    Escalation Spiral (8.2.1). It comes before all else in that turn. What is counted is a
    player's choices so far. As the first four turns differ in nothing else, a play is joined
    where both players have made three; examples begin where they like.
    """
    to["choice_owed"] = False


def c7_1_3_end_phase(now: State, to: Updates) -> None:
    """7.1.3: A player's first, second, third and fourth turn each open with their choice for the
    Escalation Spiral (8.2.1). It comes before all else in that turn. What is counted is a
    player's choices so far. As the first four turns differ in nothing else, a play is joined
    where both players have made three; examples begin where they like.
    """
    if now.phase == Phase.EMPLACEMENT:
        to["choice_owed"] = now.spiral[next_player(now, now.turn)] < 4


def c7_1_4_cards_react(now: State, to: Updates, text: Text, whose: int) -> None:
    """7.1.4: An effect "this Turn" is over when the turn is. One that runs "until the end of
    your Opponent's next Turn" is over at the end of the first turn which that opponent begins
    once the effect has happened: from one's own turn that means the turn right after it, and
    from the opponent's turn it means the one after the next. What is kept is in how many ends
    of turns from now the effect is over.
    """
    if text == Text.THIS_TURN:
        to["lasting"] = 1
    if text == Text.NEXT_TURN:
        to["lasting"] = 2 if whose == now.turn else 3


def c7_1_4_end_phase(now: State, to: Updates) -> None:
    """7.1.4: An effect "this Turn" is over when the turn is. One that runs "until the end of
    your Opponent's next Turn" is over at the end of the first turn which that opponent begins
    once the effect has happened: from one's own turn that means the turn right after it, and
    from the opponent's turn it means the one after the next. What is kept is in how many ends
    of turns from now the effect is over.
    """
    if now.phase == Phase.EMPLACEMENT and now.lasting > 0:
        to["lasting"] -= 1


def c7_2_1_draw_2(now: State, to: Updates, empty: bool) -> None:
    """7.2.1: At the start of Preparation a card is drawn by the turn player. If the deck has
    none left there is no draw, and that player is Decked Out (16.2.1). What being Decked Out
    leads to stands in chapter 16; a play is followed no further.
    """
    if empty:
        to["decked_out"] = True


def c7_2_1_end_phase(now: State, to: Updates) -> None:
    """7.2.1: At the start of Preparation a card is drawn by the turn player. If the deck has
    none left there is no draw, and that player is Decked Out (16.2.1). What being Decked Out
    leads to stands in chapter 16; a play is followed no further.
    """
    if now.phase == Phase.EMPLACEMENT:
        to["draw_owed"] = True


def c7_2_2_end_phase(now: State, to: Updates) -> None:
    """7.2.2: After that these are open to the turn player, in whatever order they wish and as
    many times as is allowed: recruiting a Soul, though only one a turn (5.3); casting an
    Event, one and then the next (10.2); invoking a Realm (10.5); equipping an Armament
    (10.3); using an Activated Effect of a card of theirs (11.1.2); springing an Ambush or
    using another Fast effect (12.1.1).
    """
    to["recruited"] = False


def c12_2_1_a_window_opens(now: State, to: Updates) -> None:
    """12.2.1: Three things open a window: an attack that is declared (9.5.2); an effect that
    goes on the Cascade while there is no window, be it an activated effect, an Event or an
    Ambush; and triggered Timing Effects being placed (12.5). An effect used in answer is part
    of the window that is there, and no other window comes of it.
    """
    if not now.window:
        to["window"] = True


def c12_2_2_offer(now: State, to: Updates) -> None:
    """12.2.2: So that optional Timing Effects can be used by those who control them, their being
    triggered opens a window too. An offer is made for a window. The text does not say what
    becomes of it when that window closes and it has not been taken up.
    """
    if not now.window:
        to["window"] = True


def c12_2_2_then_offers_lapse(now: State, to: Updates) -> None:
    """12.2.2: So that optional Timing Effects can be used by those who control them, their being
    triggered opens a window too. An offer is made for a window. The text does not say what
    becomes of it when that window closes and it has not been taken up.
    """
    if not now.window:
        to["offered"] = 0


def c12_2_2_then_offers_stand(now: State, to: Updates) -> None:
    """12.2.2: So that optional Timing Effects can be used by those who control them, their being
    triggered opens a window too. An offer is made for a window. The text does not say what
    becomes of it when that window closes and it has not been taken up.
    """
    to["offered"].keep()


def c12_2_3_the_turn_player_is_first(now: State, to: Updates) -> None:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    if not now.window:
        to["priority"] = now.turn


def c12_2_3_after_a_response_the_other_player(now: State, to: Updates, player: int) -> None:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    if now.window:
        to["priority"] = next_player(now, player)


def c12_2_3_then_after_a_pass_the_other_player(now: State, to: Updates, player: int) -> None:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    if now.window:
        to["priority"] = next_player(now, player)
    else:
        to["priority"] = None


def c12_2_3_then_no_priority_without_a_window(now: State, to: Updates) -> None:
    """12.2.3: The first to hold priority in a window is the turn player. Whoever holds it passes
    or responds; to respond is to use a Fast effect, or a Timing Effect that is on offer to
    them. In both cases it is then the other player who holds it. Where there is no window
    nobody does.
    """
    if not now.window:
        to["priority"] = None


def c12_2_4_a_response_has_been_made(now: State, to: Updates) -> None:
    """12.2.4: As long as there has been no response, closing the window takes a pass by either
    player, the one directly after the other.
    """
    if now.window:
        to["answered"] = True
        to["passed"] = False


def c12_2_4_both_have_to_pass(now: State, to: Updates) -> None:
    """12.2.4: As long as there has been no response, closing the window takes a pass by either
    player, the one directly after the other.
    """
    if not now.answered:
        if now.passed:
            close_window(now, to)
        else:
            to["passed"] = True


def c12_2_5_one_pass_is_enough(now: State, to: Updates) -> None:
    """12.2.5: From the first response on, one pass is enough to close it. Then the Cascade
    resolves.
    """
    if now.answered:
        close_window(now, to)


def c12_3_1_an_event_goes_on_top(now: State, to: Updates, player: int) -> None:
    """12.3.1: Effects wait for their resolution on a stack, the Cascade. What is new lies on
    top, and the top is what resolves next.
    """
    to["cascade"].append(Effect(player))


def c12_3_1_an_effect_of_a_card_goes_on_top(now: State, to: Updates, player: int) -> None:
    """12.3.1: Effects wait for their resolution on a stack, the Cascade. What is new lies on
    top, and the top is what resolves next.
    """
    to["cascade"].append(Effect(player))


def c12_3_1_an_ambush_goes_on_top(now: State, to: Updates, player: int) -> None:
    """12.3.1: Effects wait for their resolution on a stack, the Cascade. What is new lies on
    top, and the top is what resolves next.
    """
    to["cascade"].append(Effect(player))


def c12_3_1_a_timing_effect_goes_on_top(now: State, to: Updates, player: int) -> None:
    """12.3.1: Effects wait for their resolution on a stack, the Cascade. What is new lies on
    top, and the top is what resolves next.
    """
    to["cascade"].append(Effect(player))


def c12_3_1_resolve_top(now: State, to: Updates, more: bool) -> None:
    """12.3.1: Effects wait for their resolution on a stack, the Cascade. What is new lies on
    top, and the top is what resolves next.
    """
    if not more:
        to["cascade"].pop()


def c12_3_2_then_the_cascade_starts_to_resolve(now: State, to: Updates) -> None:
    """12.3.2: A closed window makes the Cascade resolve, effect by effect from its top down to
    its bottom, and nothing comes in between. Until that is over it cannot be added to by
    anyone.
    """
    if not now.window and len(now.cascade) > 0:
        to["resolving"] = True


def c12_3_2_then_resolve_top(now: State, to: Updates) -> None:
    """12.3.2: A closed window makes the Cascade resolve, effect by effect from its top down to
    its bottom, and nothing comes in between. Until that is over it cannot be added to by
    anyone.
    """
    if len(now.cascade) == 0:
        to["resolving"] = False


def c12_3_4_resolve_top(now: State, to: Updates, more: bool) -> None:
    """12.3.4: Some effects have parts, joined by "then". Each of them resolves on its own, and
    the Instant Effects that it triggers come before the next.
    """
    to["second_part"] = more


def c12_4_1_resolve_instant_2(now: State, to: Updates) -> None:
    """12.4.1: An Instant Effect resolves on the spot; everything else has to wait for it. Of
    several, the turn player's come before the opponent's, and it is for each player to choose
    the order of their own.
    """
    to["stirred"] = True


def c12_4_2_resolve_instant(now: State, to: Updates, player: int, active: bool) -> None:
    """12.4.2: Ahead of them Souls that are down to 0 HP are captured, each of them (14.4.2); the
    fight step of a battle is the exception (9.5.6). An Instant Effect on a card that has
    become inactive in the meantime does not do anything.
    """
    if not active:
        to["dormant", player] = False
        to["stirred"] = False


def c12_5_3_place_twins(now: State, to: Updates, player: int) -> None:
    """12.5.3: A card may trigger the same effect twice at once. Then there is no choice to make:
    the two are ordered by the game, and whichever order that is makes no difference. Being
    the same effect, both have the same kind of target; but each is aimed by itself, and so
    they may be at two Souls (apart), of which one has an Ambush beneath it that answers being
    targeted (12.6.1) and the other has none. For what may be answered aim counts, that of the
    one which comes to lie on top.
    """
    to["twins"] = None
    to["cascade"].append(Effect(player))
    to["cascade"].append(Effect(player))


def c12_6_1_a_soul_is_targeted(now: State, to: Updates, aim: Aim) -> None:
    """12.6.1: There are effects that answer being targeted ("The Ambusher is targeted by an
    Effect"). The window that the targeting effect came with is the only one for them, and
    there only until something else lies on that effect. A Cascade has one window, so what
    matters is whether the effect on top targets.
    """
    if aim == Aim.SOUL:
        to["targeting"] = True
    if aim == Aim.NO_TARGET:
        to["targeting"] = False


def c12_6_1_then_no_longer_when_the_window_is_closed(now: State, to: Updates) -> None:
    """12.6.1: There are effects that answer being targeted ("The Ambusher is targeted by an
    Effect"). The window that the targeting effect came with is the only one for them, and
    there only until something else lies on that effect. A Cascade has one window, so what
    matters is whether the effect on top targets.
    """
    if not now.window:
        to["targeting"] = False


def c12_6_2_a_soul_spot_is_targeted(now: State, to: Updates, aim: Aim) -> None:
    """12.6.2: Whoever's Soul Spot is targeted counts as targeted, no matter what the effect asks
    of the Soul on it (11.4.4).
    """
    if aim == Aim.SOUL_SPOT:
        to["targeting"] = True


def c12_6_3_the_attacker_is_no_target(now: State, to: Updates, aim: Aim) -> None:
    """12.6.3: There is no answering an Instant Effect in this way, because it is never put on
    the Cascade. An effect on "the attacker" or "the attacked Soul", Defiance for one, has no
    target at all.
    """
    if aim == Aim.ATTACKER:
        to["targeting"] = False


def cE1_1_cards_react_2(now: State, to: Updates, text: Text, whose: int) -> None:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    if text in (Text.INSTANT, Text.FALL_INSTANT):
        to["instants", whose] += 1
    if text in (Text.FALL, Text.FALL_INSTANT):
        to["fallen"] = True
    if text == Text.MANDATORY:
        to["mandatory", whose] += 1
    if text == Text.TWINS:
        to["twins"] = whose
    if text == Text.OPTIONAL:
        to["optional", whose] += 1
    if text == Text.BOTH_INSTANT:
        for p in range(now.players):
            to["instants", p] += 1
    if text == Text.BOTH_MANDATORY:
        for p in range(now.players):
            to["mandatory", p] += 1


def cE1_1_cards_take_notice(now: State, to: Updates) -> None:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    to["stirred"] = True


def cE1_1_draw(now: State, to: Updates, empty: bool) -> None:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    if not empty:
        to["stirred"] = True


def cE1_1_end_phase(now: State, to: Updates) -> None:
    """E1.1: Whenever something has happened that cards can take notice of (a phase begins, a
    card is drawn, a card comes into play, an attack is declared, Souls fight or are captured,
    an effect or a part of one resolves), their texts may do one of these: nothing; trigger an
    Instant Effect of a player or of each; bring a Soul to 0 HP, with or without an Instant
    Effect; trigger a mandatory Timing Effect of a player or of each, two identical ones of
    one card, or an optional one; last for a while. There are only so many texts in a play.
    """
    if now.phase != Phase.EMPLACEMENT:
        to["stirred"] = True


def cE1_2_a_fast_effect_comes_into_play(
    now: State,
    to: Updates,
    player: int,
    with_fast: bool,
) -> None:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    if with_fast:
        to["hand", player] -= 1
        to["fast", player] += 1


def cE1_2_a_second_part_is_a_text_too(now: State, to: Updates, more: bool) -> None:
    """E1.2: A card that comes into play face up may have a Fast effect on it. The rest is what
    cards there are: how many Ambushes and Fast effects a player comes to have, whether an
    Event can be Fast, whether effects have a second part (which counts as one of the texts
    above). An effect on the attacker takes an attacker.
    """
    if more:
        to["texts"] -= 1


def claim_a_phase_is_skipped(game: Questions, now: State, after: State) -> bool:
    """7.1.2: All three are gone through in every turn, although a player may let any of them go
    by without doing a thing. It is the turn player who declares a phase finished. When
    Emplacement is finished, the turn goes over to the opponent. Finishing a phase is
    something a player does on their own account, so 7.2.4 and 7.1.5 hold for it as for any
    other action.
    """
    return (
        after.phase != now.phase
        and not (
            (now.phase == Phase.PREPARATION and after.phase == Phase.COMBAT)
            or (now.phase == Phase.COMBAT and after.phase == Phase.EMPLACEMENT)
            or (now.phase == Phase.EMPLACEMENT and after.phase == Phase.PREPARATION)
        )
    )


def claim_the_turn_goes_over_early(game: Questions, now: State, after: State) -> bool:
    """7.1.2: All three are gone through in every turn, although a player may let any of them go
    by without doing a thing. It is the turn player who declares a phase finished. When
    Emplacement is finished, the turn goes over to the opponent. Finishing a phase is
    something a player does on their own account, so 7.2.4 and 7.1.5 hold for it as for any
    other action.
    """
    return after.turn != now.turn and now.phase != Phase.EMPLACEMENT


def claim_two_battles(game: Questions, now: State, after: State) -> bool:
    """7.3.1: Combat is the phase for the turn player's Souls to attack. There is never more than
    one battle (chapter 9).
    """
    return now.battle != Battle.NO_BATTLE and game.doing("declare_attack")


def claim_setting_opens_a_window(game: Questions, now: State, after: State, player: int) -> bool:
    """7.4.3: To set an Ambush is not to use an effect, and gives the opponent nothing to respond
    to.
    """
    return game.doing("set_ambush", player=player) and after.window


def claim_setting_goes_on_the_cascade(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """7.4.3: To set an Ambush is not to use an effect, and gives the opponent nothing to respond
    to.
    """
    return game.doing("set_ambush", player=player) and len(after.cascade) > len(now.cascade)


def claim_a_visible_response_is_passed_over(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """12.2.7: Hence nothing hidden comes to light through an automatic pass. The claim as the
    text has it compares two games that look alike; that is done by the property
    automatic-pass-reveals-nothing. What is said here: the players who are passed have none of
    the responses that show on the table. A Fast Event in their hand, which does not show, is
    another matter; the property automatic-pass-takes-no-choice looks at it.
    """
    return (
        game.doing("auto_pass", player=player)
        and (
            game.can(now, "use_fast", player=player)
            or game.can(now, "spring_ambush", player=player)
            or game.can(now, "use_offered", player=player)
        )
    )


def claim_a_part_overtakes_an_instant_effect(game: Questions, now: State, after: State) -> bool:
    """12.3.4: Some effects have parts, joined by "then". Each of them resolves on its own, and
    the Instant Effects that it triggers come before the next.
    """
    return game.doing("resolve_top") and any(now.instants[p] > 0 for p in range(now.players))


def claim_an_instant_effect_goes_on_the_cascade(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """12.6.3: There is no answering an Instant Effect in this way, because it is never put on
    the Cascade. An effect on "the attacker" or "the attacked Soul", Defiance for one, has no
    target at all.
    """
    return game.doing("resolve_instant", player=player) and len(after.cascade) > len(now.cascade)


def game_is_over(now: State) -> bool:
    """Whether nothing more need happen."""
    return now.decked_out


TYPE_PHASE = EnumType("Phase", ("PREPARATION", "COMBAT", "EMPLACEMENT"))
TYPE_BATTLE = EnumType("Battle", ("NO_BATTLE", "DECLARED", "FIGHT"))
TYPE_AIM = EnumType("Aim", ("NO_TARGET", "SOUL", "SOUL_SPOT", "ATTACKER"))
TYPE_TEXT = EnumType(
    "Text",
    (
        "NOTHING",
        "INSTANT",
        "BOTH_INSTANT",
        "FALL",
        "FALL_INSTANT",
        "MANDATORY",
        "BOTH_MANDATORY",
        "TWINS",
        "OPTIONAL",
        "THIS_TURN",
        "NEXT_TURN",
    ),
)
TYPE_EFFECT = RecordType("Effect", (("controller", PlayerType()),))
MODEL = Rules(
    name="cascade",
    title="The Cascade",
    edition="2026-10",
    players=(2, 2),
    scope=(
        ("hand", 1),
        ("ambush", 1),
        ("fast", 1),
        ("fast_events", 1),
        ("texts", 2),
        ("instants", 1),
        ("mandatory", 1),
        ("optional", 1),
        ("lasting", 1),
        ("captures", 1),
        ("parts", 1),
        ("battles", 1),
    ),
    golden_rule=False,
    clauses=(
        "7",
        "7.1",
        "7.1.1",
        "7.1.2",
        "7.1.3",
        "7.1.4",
        "7.1.5",
        "7.2",
        "7.2.1",
        "7.2.2",
        "7.2.3",
        "7.2.4",
        "7.3",
        "7.3.1",
        "7.3.2",
        "7.4",
        "7.4.1",
        "7.4.2",
        "7.4.3",
        "12",
        "12.1",
        "12.1.1",
        "12.1.2",
        "12.1.3",
        "12.2",
        "12.2.1",
        "12.2.2",
        "12.2.3",
        "12.2.4",
        "12.2.5",
        "12.2.ex",
        "12.2.6",
        "12.2.7",
        "12.3",
        "12.3.1",
        "12.3.2",
        "12.3.3",
        "12.3.4",
        "12.4",
        "12.4.1",
        "12.4.2",
        "12.5",
        "12.5.1",
        "12.5.2",
        "12.5.3",
        "12.6",
        "12.6.1",
        "12.6.2",
        "12.6.3",
        "E1",
        "E1.1",
        "E1.2",
        "E2",
        "E2.1",
        "E2.2",
    ),
    state=State,
    enums=((TYPE_PHASE, Phase), (TYPE_BATTLE, Battle), (TYPE_AIM, Aim), (TYPE_TEXT, Text)),
    records=((TYPE_EFFECT, Effect),),
    fields=(
        FieldRule("turn", PlayerType(), "7.1.1", start=0),
        FieldRule("phase", TYPE_PHASE, "7.1.1", start=Phase.PREPARATION),
        FieldRule(
            "spiral",
            EachType(PlayerType(), RangeType(Number(0), Number(4))),
            "7.1.3",
            start=3,
        ),
        FieldRule("choice_owed", BoolType(), "7.1.3", start=True),
        FieldRule("lasting", RangeType(Number(0), Number(3)), "7.1.4", start=0),
        FieldRule("draw_owed", BoolType(), "7.2.1", start=True),
        FieldRule("decked_out", BoolType(), "7.2.1", start=False),
        FieldRule("recruited", BoolType(), "7.2.2", start=False),
        FieldRule(
            "hand",
            EachType(PlayerType(), StockType(ScopeName("hand"))),
            "7.2.2",
            hidden=True,
        ),
        FieldRule("fast", EachType(PlayerType(), StockType(ScopeName("hand"))), "7.2.2", start=0),
        FieldRule("battle", TYPE_BATTLE, "7.3.1", start=Battle.NO_BATTLE),
        FieldRule("ambush", EachType(PlayerType(), StockType(ScopeName("hand"))), "7.4.1", start=0),
        FieldRule("window", BoolType(), "12.2.1", start=False),
        FieldRule(
            "offered",
            EachType(PlayerType(), RangeType(Number(0), ScopeName("optional"))),
            "12.2.2",
            start=0,
        ),
        FieldRule("priority", MaybeType(PlayerType()), "12.2.3", start=None, told=True),
        FieldRule("passed", BoolType(), "12.2.4", start=False),
        FieldRule("answered", BoolType(), "12.2.4", start=False),
        FieldRule(
            "cascade",
            ListType(
                TYPE_EFFECT,
                SizeSum(
                    SizeSum(
                        SizeSum(SizeSum(ScopeName("hand"), ScopeName("hand")), ScopeName("texts")),
                        ScopeName("texts"),
                    ),
                    Number(1),
                ),
            ),
            "12.3.1",
        ),
        FieldRule("resolving", BoolType(), "12.3.2", start=False),
        FieldRule("second_part", BoolType(), "12.3.4", start=False),
        FieldRule(
            "instants",
            EachType(PlayerType(), RangeType(Number(0), ScopeName("instants"))),
            "12.4.1",
            start=0,
        ),
        FieldRule("fallen", BoolType(), "12.4.2", start=False),
        FieldRule("dormant", EachType(PlayerType(), BoolType()), "12.4.2", start=False),
        FieldRule(
            "mandatory",
            EachType(PlayerType(), RangeType(Number(0), ScopeName("mandatory"))),
            "12.5.1",
            start=0,
        ),
        FieldRule(
            "optional",
            EachType(PlayerType(), RangeType(Number(0), ScopeName("optional"))),
            "12.5.2",
            start=0,
        ),
        FieldRule("twins", MaybeType(PlayerType()), "12.5.3", start=None),
        FieldRule("targeting", BoolType(), "12.6.1", start=False),
        FieldRule("texts", StockType(ScopeName("texts")), "E1.1"),
        FieldRule("stirred", BoolType(), "E1.1", start=False),
    ),
    helpers={
        "has_a_fast_effect": has_a_fast_effect,
        "answerable": answerable,
        "before_the_fight": before_the_fight,
        "on_offer": on_offer,
        "close_window": close_window,
        "has_mandatory_ones": has_mandatory_ones,
        "targeted": targeted,
        "cost": cost,
        "has_owner": has_owner,
    },
    actions=(
        ActionRule(
            "end_phase",
            "7.1.2",
            ActionKind.MOVE,
            tags=("acts", "action"),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule(
            "choose_spiral",
            "7.1.3",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c7_1_3_choose_spiral_needs,
        ),
        ActionRule(
            "draw",
            "7.2.1",
            ActionKind.STEP,
            parameters=(ParameterRule("empty", BoolType()),),
        ),
        ActionRule(
            "recruit",
            "7.2.2",
            ActionKind.MOVE,
            tags=("acts", "action", "enters"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("with_fast", BoolType()),
            ),
            needs=c7_2_2_recruit_needs,
        ),
        ActionRule(
            "cast_event",
            "7.2.2",
            ActionKind.MOVE,
            tags=("acts", "action", "puts"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
        ),
        ActionRule(
            "invoke_realm",
            "7.2.2",
            ActionKind.MOVE,
            tags=("acts", "action", "enters"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("with_fast", BoolType()),
            ),
            needs=c7_2_2_invoke_realm_needs,
        ),
        ActionRule(
            "equip",
            "7.2.2",
            ActionKind.MOVE,
            tags=("acts", "action", "enters"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("with_fast", BoolType()),
            ),
            needs=c7_2_2_equip_needs,
        ),
        ActionRule(
            "activate",
            "7.2.2",
            ActionKind.MOVE,
            tags=("acts", "action", "puts"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
        ),
        ActionRule(
            "declare_attack",
            "7.3.1",
            ActionKind.MOVE,
            tags=("acts", "action"),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule(
            "set_ambush",
            "7.4.1",
            ActionKind.MOVE,
            tags=("acts", "action"),
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c7_4_1_set_ambush_needs,
        ),
        ActionRule(
            "use_fast",
            "12.1.1",
            ActionKind.MOVE,
            tags=("acts", "respond", "fast", "puts"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
            needs=c12_1_1_use_fast_needs,
        ),
        ActionRule(
            "spring_ambush",
            "12.1.1",
            ActionKind.MOVE,
            tags=("acts", "respond", "fast", "puts"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("aim", TYPE_AIM),
                ParameterRule("answers", BoolType()),
            ),
            needs=c12_1_1_spring_ambush_needs,
        ),
        ActionRule(
            "cast_fast_event",
            "12.1.1",
            ActionKind.MOVE,
            tags=("acts", "respond", "fast", "puts"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
            needs=c12_1_1_cast_fast_event_needs,
        ),
        ActionRule(
            "pass_priority",
            "12.2.3",
            ActionKind.MOVE,
            tags=("acts",),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule(
            "use_offered",
            "12.2.3",
            ActionKind.MOVE,
            tags=("acts", "respond", "puts"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
            needs=c12_2_3_use_offered_needs,
        ),
        ActionRule(
            "auto_pass",
            "12.2.6",
            ActionKind.STEP,
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule(
            "resolve_top",
            "12.3.2",
            ActionKind.STEP,
            parameters=(ParameterRule("more", BoolType()),),
            needs=c12_3_2_resolve_top_needs,
        ),
        ActionRule(
            "resolve_instant",
            "12.4.1",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("active", BoolType())),
            needs=c12_4_1_resolve_instant_needs,
        ),
        ActionRule(
            "capture",
            "12.4.2",
            ActionKind.STEP,
            parameters=(ParameterRule("silences", EachType(PlayerType(), BoolType())),),
            needs=c12_4_2_capture_needs,
        ),
        ActionRule(
            "place_mandatory",
            "12.5.1",
            ActionKind.MOVE,
            tags=("puts",),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("aim", TYPE_AIM)),
            needs=c12_5_1_place_mandatory_needs,
        ),
        ActionRule("offer", "12.5.2", ActionKind.STEP),
        ActionRule(
            "place_twins",
            "12.5.3",
            ActionKind.MOVE,
            tags=("puts",),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("target", TYPE_AIM),
                ParameterRule("apart", BoolType()),
                ParameterRule("aim", TYPE_AIM, which=True),
            ),
            needs=c12_5_3_place_twins_needs,
        ),
        ActionRule(
            "cards_react",
            "E1.1",
            ActionKind.STEP,
            parameters=(ParameterRule("text", TYPE_TEXT), ParameterRule("whose", PlayerType())),
            needs=cE1_1_cards_react_needs,
        ),
        ActionRule("fight", "E2.1", ActionKind.STEP),
        ActionRule("end_battle", "E2.1", ActionKind.STEP),
    ),
    norms=(
        NormRule(NormKind.MAY, "7.1.2", ("end_phase",), ("player",), c7_1_2_may_end_phase),
        NormRule(
            NormKind.MUST,
            "7.1.3",
            ("choose_spiral",),
            ("player",),
            c7_1_3_must_choose_spiral,
            before=("draw",),
        ),
        NormRule(
            NormKind.MUST_NOT,
            "7.1.5",
            (
                "end_phase",
                "recruit",
                "cast_event",
                "invoke_realm",
                "equip",
                "activate",
                "declare_attack",
                "set_ambush",
                "use_offered",
            ),
            ("player",),
            c7_1_5_must_not_no_actions_in_the_opponents_turn,
        ),
        NormRule(
            NormKind.MUST_NOT,
            "7.1.5",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c7_1_5_must_not_only_responses_in_the_opponents_turn,
        ),
        NormRule(NormKind.MUST, "7.2.1", ("draw",), (), c7_2_1_must_draw),
        NormRule(
            NormKind.MAY,
            "7.2.2",
            ("recruit", "cast_event", "invoke_realm", "equip", "activate"),
            ("player",),
            c7_2_2_may_in_preparation,
        ),
        NormRule(NormKind.ONLY, "7.2.2", ("recruit",), (), c7_2_2_only_once_a_turn),
        NormRule(
            NormKind.MAY,
            "7.2.2",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c7_2_2_may_fast_in_preparation,
        ),
        NormRule(
            NormKind.MUST_NOT,
            "7.2.4",
            (
                "end_phase",
                "recruit",
                "cast_event",
                "invoke_realm",
                "equip",
                "activate",
                "declare_attack",
                "set_ambush",
            ),
            (),
            c7_2_4_must_not_nothing_new,
            overrides=("7.1.2", "7.2.2", "7.3.1", "7.4.1"),
        ),
        NormRule(
            NormKind.ONLY,
            "7.2.4",
            ("use_fast", "spring_ambush", "cast_fast_event", "use_offered"),
            ("player",),
            c7_2_4_only_only_responses,
        ),
        NormRule(
            NormKind.MAY,
            "7.3.1",
            ("declare_attack",),
            ("player",),
            c7_3_1_may_declare_attack,
        ),
        NormRule(
            NormKind.MAY,
            "7.3.2",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c7_3_2_may_fast_between_battles,
        ),
        NormRule(
            NormKind.ONLY,
            "7.3.2",
            ("cast_event", "equip", "activate"),
            (),
            c7_3_2_only_slow_things_in_preparation,
        ),
        NormRule(NormKind.MAY, "7.4.1", ("set_ambush",), ("player",), c7_4_1_may_set_ambush),
        NormRule(
            NormKind.MUST_NOT,
            "7.4.2",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            (),
            c7_4_2_must_not_none_in_emplacement,
        ),
        NormRule(
            NormKind.MAY,
            "12.1.1",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c12_1_1_may_in_ones_own_turn,
        ),
        NormRule(
            NormKind.MAY,
            "12.1.2",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c12_1_2_may_in_a_window,
        ),
        NormRule(
            NormKind.ONLY,
            "12.1.2",
            ("use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c12_1_2_only_no_other_way,
        ),
        NormRule(
            NormKind.MAY,
            "12.2.3",
            ("pass_priority", "use_offered"),
            ("player",),
            c12_2_3_may_the_holder_passes_or_responds,
        ),
        NormRule(NormKind.MUST, "12.2.6", ("auto_pass",), ("player",), c12_2_6_must_auto_pass),
        NormRule(NormKind.MUST, "12.3.2", ("resolve_top",), (), c12_3_2_must_resolve_top),
        NormRule(
            NormKind.MUST_NOT,
            "12.3.2",
            (
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "cast_event",
                "activate",
            ),
            (),
            c12_3_2_must_not_nobody_adds,
        ),
        NormRule(
            NormKind.ONLY,
            "12.3.3",
            ("place_mandatory", "place_twins", "offer"),
            (),
            c12_3_3_only_not_before_the_cascade_is_over,
        ),
        NormRule(
            NormKind.MUST,
            "12.4.1",
            ("resolve_instant",),
            ("player",),
            c12_4_1_must_resolve_instant,
            before=(
                "resolve_top",
                "place_mandatory",
                "place_twins",
                "offer",
                "auto_pass",
                "fight",
                "end_battle",
            ),
        ),
        NormRule(
            NormKind.MUST,
            "12.4.2",
            ("capture",),
            (),
            c12_4_2_must_capture,
            before=(
                "resolve_instant",
                "resolve_top",
                "place_mandatory",
                "place_twins",
                "offer",
                "auto_pass",
                "fight",
                "end_battle",
            ),
        ),
        NormRule(
            NormKind.MUST,
            "12.5.1",
            ("place_mandatory",),
            ("player",),
            c12_5_1_must_place_mandatory,
            before=("offer", "auto_pass", "fight", "end_battle"),
        ),
        NormRule(
            NormKind.MUST,
            "12.5.2",
            ("offer",),
            (),
            c12_5_2_must_offer,
            before=("auto_pass", "fight", "end_battle"),
        ),
        NormRule(
            NormKind.MAY,
            "12.5.2",
            ("use_offered", "use_fast", "spring_ambush", "cast_fast_event"),
            ("player",),
            c12_5_2_may_either_player_may_add,
        ),
        NormRule(
            NormKind.MUST,
            "12.5.3",
            ("place_twins",),
            ("player",),
            c12_5_3_must_place_twins,
            before=("offer", "auto_pass", "fight", "end_battle"),
        ),
        NormRule(
            NormKind.ONLY,
            "12.6.1",
            ("spring_ambush",),
            ("answers",),
            c12_6_1_only_only_while_the_targeting_effect_is_on_top,
        ),
        NormRule(
            NormKind.ONLY,
            "E1.1",
            ("cards_react",),
            ("text", "whose"),
            cE1_1_only_cards_react,
        ),
        NormRule(
            NormKind.MUST,
            "E1.1",
            ("cards_react",),
            (),
            cE1_1_must_cards_react,
            before=(
                "capture",
                "resolve_instant",
                "resolve_top",
                "place_mandatory",
                "place_twins",
                "offer",
                "auto_pass",
                "fight",
                "end_battle",
            ),
        ),
        NormRule(
            NormKind.ONLY,
            "E1.2",
            ("recruit", "invoke_realm", "equip"),
            ("player", "with_fast"),
            cE1_2_only_so_many_fast_effects,
        ),
        NormRule(NormKind.ONLY, "E1.2", ("set_ambush",), ("player",), cE1_2_only_so_many_ambushes),
        NormRule(NormKind.ONLY, "E1.2", ("cast_fast_event",), (), cE1_2_only_events_can_be_fast),
        NormRule(NormKind.ONLY, "E1.2", ("resolve_top",), ("more",), cE1_2_only_effects_have_parts),
        NormRule(
            NormKind.ONLY,
            "E1.2",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
            ),
            ("aim",),
            cE1_2_only_an_attacker_is_there,
        ),
        NormRule(NormKind.MUST, "E2.1", ("fight",), (), cE2_1_must_fight),
        NormRule(NormKind.MUST, "E2.1", ("end_battle",), (), cE2_1_must_end_battle),
        NormRule(NormKind.ONLY, "E2.1", ("declare_attack",), (), cE2_1_only_souls_can_attack),
        NormRule(
            NormKind.ONLY,
            "E2.2",
            (
                "end_phase",
                "recruit",
                "cast_event",
                "invoke_realm",
                "equip",
                "activate",
                "declare_attack",
                "set_ambush",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "pass_priority",
                "use_offered",
            ),
            (),
            cE2_2_only_nobody_is_decked_out,
        ),
    ),
    consequences=(
        ConsequenceRule(Stage.WHEN, "7.1.1", ("end_phase",), (), c7_1_1_end_phase),
        ConsequenceRule(Stage.WHEN, "7.1.2", ("end_phase",), (), c7_1_2_end_phase),
        ConsequenceRule(Stage.WHEN, "7.1.3", ("choose_spiral",), ("player",), c7_1_3_choose_spiral),
        ConsequenceRule(Stage.WHEN, "7.1.3", ("choose_spiral",), (), c7_1_3_choose_spiral_2),
        ConsequenceRule(Stage.WHEN, "7.1.3", ("end_phase",), (), c7_1_3_end_phase),
        ConsequenceRule(
            Stage.WHEN,
            "7.1.4",
            ("cards_react",),
            ("text", "whose"),
            c7_1_4_cards_react,
        ),
        ConsequenceRule(Stage.WHEN, "7.1.4", ("end_phase",), (), c7_1_4_end_phase),
        ConsequenceRule(Stage.WHEN, "7.2.1", ("draw",), ("empty",), c7_2_1_draw),
        ConsequenceRule(Stage.WHEN, "7.2.1", ("draw",), ("empty",), c7_2_1_draw_2),
        ConsequenceRule(Stage.WHEN, "7.2.1", ("end_phase",), (), c7_2_1_end_phase),
        ConsequenceRule(Stage.WHEN, "7.2.2", ("recruit",), ("player", "with_fast"), c7_2_2_recruit),
        ConsequenceRule(Stage.WHEN, "7.2.2", ("end_phase",), (), c7_2_2_end_phase),
        ConsequenceRule(
            Stage.WHEN,
            "7.3.1",
            ("declare_attack",),
            ("player",),
            c7_3_1_declare_attack,
        ),
        ConsequenceRule(Stage.WHEN, "7.4.1", ("set_ambush",), ("player",), c7_4_1_set_ambush),
        ConsequenceRule(Stage.WHEN, "12.1.1", ("use_fast",), ("player", "aim"), c12_1_1_use_fast),
        ConsequenceRule(
            Stage.WHEN,
            "12.1.1",
            ("spring_ambush",),
            ("player", "aim", "answers"),
            c12_1_1_spring_ambush,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.1.1",
            ("cast_fast_event",),
            ("player", "aim"),
            c12_1_1_cast_fast_event,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.1",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
                "declare_attack",
            ),
            (),
            c12_2_1_a_window_opens,
        ),
        ConsequenceRule(Stage.WHEN, "12.2.2", ("offer",), (), c12_2_2_offer),
        ConsequenceRule(
            Stage.THEN,
            "12.2.2",
            ("pass_priority", "auto_pass"),
            (),
            c12_2_2_then_offers_lapse,
        ),
        ConsequenceRule(
            Stage.THEN,
            "12.2.2",
            ("pass_priority", "auto_pass"),
            (),
            c12_2_2_then_offers_stand,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.3",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
                "declare_attack",
                "offer",
            ),
            (),
            c12_2_3_the_turn_player_is_first,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.3",
            ("use_offered",),
            ("player", "aim"),
            c12_2_3_use_offered,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.3",
            ("use_fast", "spring_ambush", "cast_fast_event", "use_offered"),
            ("player",),
            c12_2_3_after_a_response_the_other_player,
        ),
        ConsequenceRule(
            Stage.THEN,
            "12.2.3",
            ("pass_priority", "auto_pass"),
            ("player",),
            c12_2_3_then_after_a_pass_the_other_player,
        ),
        ConsequenceRule(
            Stage.THEN,
            "12.2.3",
            (
                "end_phase",
                "recruit",
                "cast_event",
                "invoke_realm",
                "equip",
                "activate",
                "declare_attack",
                "set_ambush",
            ),
            (),
            c12_2_3_then_no_priority_without_a_window,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.4",
            ("use_fast", "spring_ambush", "cast_fast_event", "use_offered"),
            (),
            c12_2_4_a_response_has_been_made,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.4",
            ("pass_priority", "auto_pass"),
            (),
            c12_2_4_both_have_to_pass,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.2.5",
            ("pass_priority", "auto_pass"),
            (),
            c12_2_5_one_pass_is_enough,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.3.1",
            ("cast_event", "cast_fast_event"),
            ("player",),
            c12_3_1_an_event_goes_on_top,
            appends=("cascade",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.3.1",
            ("activate", "use_fast"),
            ("player",),
            c12_3_1_an_effect_of_a_card_goes_on_top,
            appends=("cascade",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.3.1",
            ("spring_ambush",),
            ("player",),
            c12_3_1_an_ambush_goes_on_top,
            appends=("cascade",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.3.1",
            ("use_offered", "place_mandatory"),
            ("player",),
            c12_3_1_a_timing_effect_goes_on_top,
            appends=("cascade",),
        ),
        ConsequenceRule(Stage.WHEN, "12.3.1", ("resolve_top",), ("more",), c12_3_1_resolve_top),
        ConsequenceRule(
            Stage.THEN,
            "12.3.2",
            ("pass_priority", "auto_pass"),
            (),
            c12_3_2_then_the_cascade_starts_to_resolve,
        ),
        ConsequenceRule(Stage.THEN, "12.3.2", ("resolve_top",), (), c12_3_2_then_resolve_top),
        ConsequenceRule(Stage.WHEN, "12.3.4", ("resolve_top",), ("more",), c12_3_4_resolve_top),
        ConsequenceRule(
            Stage.WHEN,
            "12.4.1",
            ("resolve_instant",),
            ("player", "active"),
            c12_4_1_resolve_instant,
        ),
        ConsequenceRule(Stage.WHEN, "12.4.1", ("resolve_instant",), (), c12_4_1_resolve_instant_2),
        ConsequenceRule(Stage.WHEN, "12.4.2", ("capture",), ("silences",), c12_4_2_capture),
        ConsequenceRule(
            Stage.WHEN,
            "12.4.2",
            ("resolve_instant",),
            ("player", "active"),
            c12_4_2_resolve_instant,
            overrides=("12.4.1",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.5.1",
            ("place_mandatory",),
            ("player", "aim"),
            c12_5_1_place_mandatory,
        ),
        ConsequenceRule(Stage.WHEN, "12.5.2", ("offer",), (), c12_5_2_offer),
        ConsequenceRule(
            Stage.WHEN,
            "12.5.3",
            ("place_twins",),
            ("player",),
            c12_5_3_place_twins,
            appends=("cascade",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.6.1",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
            ),
            ("aim",),
            c12_6_1_a_soul_is_targeted,
        ),
        ConsequenceRule(
            Stage.THEN,
            "12.6.1",
            ("pass_priority", "auto_pass"),
            (),
            c12_6_1_then_no_longer_when_the_window_is_closed,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.6.2",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
            ),
            ("aim",),
            c12_6_2_a_soul_spot_is_targeted,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "12.6.3",
            (
                "cast_event",
                "activate",
                "use_fast",
                "spring_ambush",
                "cast_fast_event",
                "use_offered",
                "place_mandatory",
                "place_twins",
            ),
            ("aim",),
            c12_6_3_the_attacker_is_no_target,
        ),
        ConsequenceRule(Stage.WHEN, "E1.1", ("cards_react",), ("text", "whose"), cE1_1_cards_react),
        ConsequenceRule(
            Stage.WHEN,
            "E1.1",
            ("cards_react",),
            ("text", "whose"),
            cE1_1_cards_react_2,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.1",
            (
                "recruit",
                "invoke_realm",
                "equip",
                "declare_attack",
                "fight",
                "resolve_top",
                "capture",
            ),
            (),
            cE1_1_cards_take_notice,
        ),
        ConsequenceRule(Stage.WHEN, "E1.1", ("draw",), ("empty",), cE1_1_draw),
        ConsequenceRule(Stage.WHEN, "E1.1", ("end_phase",), (), cE1_1_end_phase),
        ConsequenceRule(
            Stage.WHEN,
            "E1.2",
            ("recruit", "invoke_realm", "equip"),
            ("player", "with_fast"),
            cE1_2_a_fast_effect_comes_into_play,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.2",
            ("resolve_top",),
            ("more",),
            cE1_2_a_second_part_is_a_text_too,
        ),
        ConsequenceRule(Stage.WHEN, "E2.1", ("fight",), (), cE2_1_fight),
        ConsequenceRule(Stage.WHEN, "E2.1", ("end_battle",), (), cE2_1_end_battle),
    ),
    claims=(
        ClaimRule(
            "a_phase_is_skipped",
            ClaimKind.NEVER,
            "7.1.2",
            (),
            claim_a_phase_is_skipped,
            of_steps=True,
        ),
        ClaimRule(
            "the_turn_goes_over_early",
            ClaimKind.NEVER,
            "7.1.2",
            (),
            claim_the_turn_goes_over_early,
            of_steps=True,
        ),
        ClaimRule("two_battles", ClaimKind.NEVER, "7.3.1", (), claim_two_battles, of_steps=True),
        ClaimRule(
            "setting_opens_a_window",
            ClaimKind.NEVER,
            "7.4.3",
            (ParameterRule("player", PlayerType()),),
            claim_setting_opens_a_window,
            of_steps=True,
        ),
        ClaimRule(
            "setting_goes_on_the_cascade",
            ClaimKind.NEVER,
            "7.4.3",
            (ParameterRule("player", PlayerType()),),
            claim_setting_goes_on_the_cascade,
            of_steps=True,
        ),
        ClaimRule(
            "a_visible_response_is_passed_over",
            ClaimKind.NEVER,
            "12.2.7",
            (ParameterRule("player", PlayerType()),),
            claim_a_visible_response_is_passed_over,
            of_steps=True,
        ),
        ClaimRule(
            "a_part_overtakes_an_instant_effect",
            ClaimKind.NEVER,
            "12.3.4",
            (),
            claim_a_part_overtakes_an_instant_effect,
            of_steps=True,
        ),
        ClaimRule(
            "an_instant_effect_goes_on_the_cascade",
            ClaimKind.NEVER,
            "12.6.3",
            (ParameterRule("player", PlayerType()),),
            claim_an_instant_effect_goes_on_the_cascade,
            of_steps=True,
        ),
    ),
    over=game_is_over,
)
