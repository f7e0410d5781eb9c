"""Chain and priority, edition 2026-03-30.

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
    PlayerCount,
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
    count,
    dataclass,
    distance,
    first,
    given,
    item,
    last,
    next_player,
    position,
)


class Speed(IntEnum):
    """Speed."""

    SLOW = 0
    ACTION = 1
    REACTION = 2


class Stage_(IntEnum):
    """Stage."""

    OPEN = 0
    TASKS = 1
    FINALIZE = 2
    EXECUTE = 3
    RESOLVE = 4


class Kind(IntEnum):
    """Kind."""

    EFFECT = 0
    PERMANENT = 1
    ADD = 2
    TRIGGER = 3


class Effect(IntEnum):
    """Effect."""

    PLAIN = 0
    LASTING = 1
    CONTESTING = 2
    OPPOSING = 3
    SPELLS = 4
    PERMANENTS = 5


class Phase(IntEnum):
    """Phase."""

    MAIN = 0
    ENDING = 1
    EXPIRATION = 2


@dataclass(frozen=True, slots=True)
class Item:
    """Item."""

    controller: int
    kind: Kind
    pending: bool


@dataclass(slots=True, kw_only=True)
class State(Table):
    """One situation of the game."""

    showdown: bool
    chain: list[Item]
    priority: int | None
    focus: int | None
    stage: Stage_
    outstanding: bool
    passes: int
    contested: int | None
    opened_by_itself: bool
    focus_passes: int
    went_through: bool
    only_add: bool
    combat: bool
    cards: int
    adds: int
    texts: int
    this_turn: bool
    defender: int | None
    turn: int
    phase: Phase


def neutral(now: State) -> bool:
    """308.1: As long as a Showdown or a Combat goes on, the turn is in a Showdown State, and
    nothing can be played or activated but what has Action or Reaction. Otherwise it is in a
    Neutral State. The full rules name the one who may do so when the chain is empty: the
    holder of Focus, who needs priority as well.
    """
    return not now.showdown


def closed(now: State) -> bool:
    """309.1: Whenever there is something on the chain, the state is Closed."""
    return len(now.chain) > 0


def open(now: State) -> bool:
    """309.2: Without a chain the state is Open."""
    return not closed(now)


def neutral_open(now: State) -> bool:
    """309.2: Without a chain the state is Open."""
    return neutral(now) and open(now)


def window(now: State) -> bool:
    """309.2: Without a chain the state is Open."""
    return not neutral_open(now)


def gains_focus(now: State, to: Updates, player: int) -> None:
    """313.2: Priority comes along with Focus when that is gained."""
    to["focus"] = player
    to["priority"] = player


def pending(now: State) -> bool:
    """337.1: Of all that is pending the oldest item is completed, by the player who controls it."""
    return any(item_.pending for item_ in now.chain)


def oldest(now: State) -> int:
    """337.1: Of all that is pending the oldest item is completed, by the player who controls it."""
    return first(i for i in range(len(now.chain)) if now.chain[i].pending)


def newest(now: State) -> int:
    """340.1: It is the newest finalized item that resolves, and all of it."""
    return last(i for i in range(len(now.chain)) if not now.chain[i].pending)


def answerable(now: State, player: int) -> bool:
    """340.1: It is the newest finalized item that resolves, and all of it."""
    return (
        any(not item_.pending and item_.controller != player for item_ in now.chain)
        and not (now.stage == Stage_.RESOLVE and item(now.chain, newest(now)).controller != player)
    )


def resolving(now: State) -> bool:
    """340.1: It is the newest finalized item that resolves, and all of it."""
    return now.stage == Stage_.RESOLVE


def during_a_showdown(now: State, player: int) -> bool:
    """345: Focus goes to whoever has contested the place. This is a step of its own, after the
    cleanup: in the course of one Focus does not move (320).
    """
    return now.showdown and player != now.contested


def over(now: State) -> bool:
    """E2.3: What ends the game is not part of these rules."""
    return False


def c337_1_finalize_needs(now: State, player: int) -> bool:
    """Where finalize is physically possible (337.1)."""
    if not pending(now):
        return False
    return item(now.chain, oldest(now)).controller == player


def c337_4_execute(now: State, to: Updates) -> None:
    """337.4: When nothing is left to be finalized, whoever controls the chain's next item
    receives priority. The next item is the one that would resolve next, the newest.
    """
    to["stage"] = Stage_.EXECUTE


def c338_1_a_play_spell_needs(now: State, player: int, speed: Speed) -> bool:
    """Where play_spell is physically possible (338.1.a)."""
    return now.cards > 0


def c338_1_a_play_spell(now: State, to: Updates, player: int, speed: Speed) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["cards"] -= 1


def c338_1_a_play_permanent_needs(now: State, player: int, speed: Speed) -> bool:
    """Where play_permanent is physically possible (338.1.a)."""
    return now.cards > 0


def c338_1_a_play_permanent(now: State, to: Updates, player: int, speed: Speed) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["cards"] -= 1


def c338_1_a_activate_needs(now: State, player: int, speed: Speed) -> bool:
    """Where activate is physically possible (338.1.a)."""
    return now.cards > 0


def c338_1_a_activate(now: State, to: Updates, player: int, speed: Speed) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["cards"] -= 1


def c338_1_a_use_add_needs(now: State, player: int) -> bool:
    """Where use_add is physically possible (338.1.a)."""
    return now.adds > 0


def c338_1_a_use_add(now: State, to: Updates, player: int) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["adds"] -= 1


def c340_1_resolve_needs(now: State, effect: Effect, whose: list[int]) -> bool:
    """Where resolve is physically possible (340.1)."""
    return any(not item_.pending for item_ in now.chain)


def c340_2_open_state(now: State, to: Updates) -> None:
    """340.2: With an empty chain, play goes on in an Open State."""
    to["stage"] = Stage_.OPEN


def c317_2_f_start_again(now: State, to: Updates) -> None:
    """317.2.f: If any item has gone through Finalize and Resolve there, the step starts again.
    The worked example is K08.
    """
    to["went_through"] = False
    to["this_turn"] = False
    to["stage"] = Stage_.TASKS


def c404_2_drop_trigger_needs(now: State, player: int) -> bool:
    """Where drop_trigger is physically possible (404.2)."""
    if not pending(now):
        return False
    return (
        item(now.chain, oldest(now)).controller == player
        and item(now.chain, oldest(now)).kind == Kind.TRIGGER
    )


def c404_2_drop_trigger(now: State, to: Updates, player: int) -> None:
    """404.2: Who declines, cannot pay or has nothing to choose takes the trigger off the chain.
    This is not a counter.
    """
    to["chain"].pop(position(oldest(now)))


def c429_2_a_pay_with_add_needs(now: State, player: int) -> bool:
    """Where pay_with_add is physically possible (429.2.a)."""
    if not (pending(now) and now.adds > 0):
        return False
    return item(now.chain, oldest(now)).controller == player


def c429_2_a_pay_with_add(now: State, to: Updates, player: int) -> None:
    """429.2.a: They may also be used while something is being paid for, and without priority.
    That is in the Finalize step, where a player may choose between this and going on.
    """
    to["adds"] -= 1


def c464_begin_combat_needs(now: State, triggered: list[bool]) -> bool:
    """Where begin_combat is physically possible (464)."""
    return now.defender is not None


def c464_begin_combat(now: State, to: Updates, triggered: list[bool]) -> None:
    """464: A Showdown with units of both sides is a Combat. The attacker is whoever has
    contested the place. What triggers by attacking and defending goes on the chain, the
    attacker's first and the defender's last; priority is first with the controller of the
    newest item (337.4). If there are others, their triggers lie between these two, in turn
    order.
    """
    to["combat"] = True


def cE2_1_end_main(now: State, to: Updates, player: int) -> None:
    """E2.1: A turn is followed from its Main Phase on. When that is over, the Ending step and
    the Expiration step come, and the next player's turn. Outside the Main Phase play advances
    by itself.
    """
    to["phase"] = Phase.ENDING
    to["stage"] = Stage_.TASKS


def cE2_1_advance(now: State, to: Updates) -> None:
    """E2.1: A turn is followed from its Main Phase on. When that is over, the Ending step and
    the Expiration step come, and the next player's turn. Outside the Main Phase play advances
    by itself.
    """
    to["stage"] = Stage_.TASKS


def cE2_2_contest_needs(now: State, player: int, against: int | None) -> bool:
    """Where contest is physically possible (E2.2)."""
    return against != player


def cE2_2_contest(now: State, to: Updates, player: int, against: int | None) -> None:
    """E2.2: In their Main Phase the turn player may have a unit contest a place, which another
    player's units may hold.
    """
    to["contested"] = player
    to["defender"] = against
    to["stage"] = Stage_.TASKS


def c308_1_only_action_or_reaction(now: State, speed: Speed) -> bool:
    """308.1: As long as a Showdown or a Combat goes on, the turn is in a Showdown State, and
    nothing can be played or activated but what has Action or Reaction. Otherwise it is in a
    Neutral State. The full rules name the one who may do so when the chain is empty: the
    holder of Focus, who needs priority as well.
    """
    return not now.showdown or speed in (Speed.ACTION, Speed.REACTION)


def c308_1_may_in_a_showdown(now: State, player: int) -> bool:
    """308.1: As long as a Showdown or a Combat goes on, the turn is in a Showdown State, and
    nothing can be played or activated but what has Action or Reaction. Otherwise it is in a
    Neutral State. The full rules name the one who may do so when the chain is empty: the
    holder of Focus, who needs priority as well.
    """
    return now.showdown and not closed(now) and now.stage == Stage_.OPEN and player == now.priority


def c308_1_only_the_holder_of_focus_only(now: State, player: int) -> bool:
    """308.1: As long as a Showdown or a Combat goes on, the turn is in a Showdown State, and
    nothing can be played or activated but what has Action or Reaction. Otherwise it is in a
    Neutral State. The full rules name the one who may do so when the chain is empty: the
    holder of Focus, who needs priority as well.
    """
    return not now.showdown or closed(now) or player == now.focus


def c309_1_a_only_reaction_cards(now: State, speed: Speed) -> bool:
    """309.1.a: In a Closed State players are limited to Reaction cards and abilities. That an
    ability has to be a Reaction too is one way to take this; that the word goes with cards
    alone is the other.
    """
    return not closed(now) or speed == Speed.REACTION


def c309_1_a_only_reaction_abilities(now: State, speed: Speed) -> bool:
    """309.1.a: In a Closed State players are limited to Reaction cards and abilities. That an
    ability has to be a Reaction too is one way to take this; that the word goes with cards
    alone is the other.
    """
    return not closed(now) or speed == Speed.REACTION


def c309_1_a_may_any_ability(now: State, player: int) -> bool:
    """309.1.a: In a Closed State players are limited to Reaction cards and abilities. That an
    ability has to be a Reaction too is one way to take this; that the word goes with cards
    alone is the other.
    """
    return closed(now) and now.stage == Stage_.EXECUTE and player == now.priority


def c310_1_may_the_turn_player_with_priority(now: State, player: int) -> bool:
    """310.1: Where nothing else is said, cards are for the turn player to play and abilities for
    the turn player to activate: with priority, in a Neutral Open State. By the full rules it
    is also limited to the Main Phase.
    """
    return (
        player == now.priority
        and player == now.turn
        and neutral_open(now)
        and now.stage == Stage_.OPEN
    )


def c310_1_only_nobody_else_by_default(now: State, player: int) -> bool:
    """310.1: Where nothing else is said, cards are for the turn player to play and abilities for
    the turn player to activate: with priority, in a Neutral Open State. By the full rules it
    is also limited to the Main Phase.
    """
    return not neutral_open(now) or (player == now.turn and player == now.priority)


def c310_1_only_in_the_main_phase(now: State) -> bool:
    """310.1: Where nothing else is said, cards are for the turn player to play and abilities for
    the turn player to activate: with priority, in a Neutral Open State. By the full rules it
    is also limited to the Main Phase.
    """
    return not neutral_open(now) or now.phase == Phase.MAIN


def c312_1_only_the_holder_of_priority_only(now: State, player: int) -> bool:
    """312.1: Priority belongs to one player at most. Who has it, and nobody else, has the right
    to do what is discretionary.
    """
    return player == now.priority


def c334_must_cleanup(now: State) -> bool:
    """334: If an action makes tasks, these are seen to while they are outstanding, before
    anything else; then comes Finalize, then Execute, Pass and Resolve. What is kept is how
    far this has come: at the tasks, in the middle of Finalize, at Execute and Pass, at
    Resolve, or through with it in an Open State.
    """
    return now.outstanding


def c335_must_advance(now: State) -> bool:
    """335: When nothing is outstanding or pending and there is no Showdown: in the Main Phase
    priority is the turn player's, and in every other phase play advances.
    """
    return now.phase != Phase.MAIN and neutral_open(now) and now.stage == Stage_.OPEN


def c337_1_must_finalize(now: State) -> bool:
    """337.1: Of all that is pending the oldest item is completed, by the player who controls it."""
    return now.stage in (Stage_.TASKS, Stage_.FINALIZE)


def c337_4_must_execute(now: State) -> bool:
    """337.4: When nothing is left to be finalized, whoever controls the chain's next item
    receives priority. The next item is the one that would resolve next, the newest.
    """
    return now.stage == Stage_.TASKS and closed(now) and not pending(now)


def c338_1_a_may_while_executing(now: State, player: int) -> bool:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    return now.stage == Stage_.EXECUTE and player == now.priority


def c338_1_b_may_pass_priority(now: State, player: int) -> bool:
    """338.1.b: or they pass."""
    return now.stage == Stage_.EXECUTE and player == now.priority


def c340_1_must_resolve(now: State) -> bool:
    """340.1: It is the newest finalized item that resolves, and all of it."""
    return now.stage == Stage_.RESOLVE


def c340_2_must_open_state(now: State) -> bool:
    """340.2: With an empty chain, play goes on in an Open State."""
    return now.stage == Stage_.TASKS and open(now)


def c345_must_gain_focus(now: State) -> bool:
    """345: Focus goes to whoever has contested the place. This is a step of its own, after the
    cleanup: in the course of one Focus does not move (320).
    """
    return now.showdown and now.focus is None


def c347_2_may_pass_focus(now: State, player: int) -> bool:
    """347.2: While the chain is empty, whoever has Focus, and priority with it, may also pass
    Focus; it goes to the next player.
    """
    return (
        now.showdown
        and open(now)
        and now.stage == Stage_.OPEN
        and player == now.focus
        and player == now.priority
    )


def c317_2_f_must_start_again(now: State) -> bool:
    """317.2.f: If any item has gone through Finalize and Resolve there, the step starts again.
    The worked example is K08.
    """
    return now.went_through and neutral_open(now) and now.stage == Stage_.OPEN


def c383_3_d_only_cleanup(now: State, turn_player_last: bool) -> bool:
    """383.3.d: If several triggers come at once, each player orders their own. Those of the turn
    player are put first, then those of the others in turn order. The model has at most one
    trigger of each player at a time, so there is nothing to order among one's own. E1.3 puts
    them there; here is said which way round.
    """
    return not turn_player_last


def c404_2_must_drop_trigger(now: State) -> bool:
    """404.2: Who declines, cannot pay or has nothing to choose takes the trigger off the chain.
    This is not a counter.
    """
    return now.stage in (Stage_.TASKS, Stage_.FINALIZE)


def c429_2_a_must_pay_with_add(now: State) -> bool:
    """429.2.a: They may also be used while something is being paid for, and without priority.
    That is in the Finalize step, where a player may choose between this and going on.
    """
    return now.stage in (Stage_.TASKS, Stage_.FINALIZE)


def c464_must_begin_combat(now: State) -> bool:
    """464: A Showdown with units of both sides is a Combat. The attacker is whoever has
    contested the place. What triggers by attacking and defending goes on the chain, the
    attacker's first and the defender's last; priority is first with the controller of the
    newest item (337.4). If there are others, their triggers lie between these two, in turn
    order.
    """
    return (
        now.showdown
        and now.defender is not None
        and not now.combat
        and now.stage == Stage_.TASKS
    )


def cE1_1_only_no_more_triggers_than_texts(now: State, triggered: list[bool]) -> bool:
    """E1.1: In a play so many cards and abilities are used, so many abilities that add
    resources, and so many texts do something of themselves. An ability that adds resources is
    a Reaction.
    """
    return count(triggered[p] for p in range(now.players)) <= now.texts


def cE1_2_only_resolve(now: State, effect: Effect, whose: list[int]) -> bool:
    """E1.2: An effect that resolves may do no more than that; or it may have another effect last
    for this turn, have a unit of its controller contest a place or come to the place of a
    Showdown, or have players play cards, one after the other.
    """
    if effect == Effect.PLAIN:
        return len(whose) == 0
    if now.texts == 0:
        return False
    if effect in (Effect.SPELLS, Effect.PERMANENTS):
        return len(whose) > 0 and len(whose) <= now.cards
    if len(whose) > 0:
        return False
    if effect == Effect.LASTING:
        return now.scope["lasting"] > 0 and not now.this_turn
    if effect == Effect.CONTESTING:
        return now.scope["contests"] > 0 and now.contested is None
    return now.scope["joins"] > 0 and now.showdown and now.defender is None


def cE2_1_may_end_main(now: State, player: int) -> bool:
    """E2.1: A turn is followed from its Main Phase on. When that is over, the Ending step and
    the Expiration step come, and the next player's turn. Outside the Main Phase play advances
    by itself.
    """
    return (
        player == now.turn
        and player == now.priority
        and now.phase == Phase.MAIN
        and neutral_open(now)
        and now.stage == Stage_.OPEN
    )


def cE2_1_must_advance(now: State) -> bool:
    """E2.1: A turn is followed from its Main Phase on. When that is over, the Ending step and
    the Expiration step come, and the next player's turn. Outside the Main Phase play advances
    by itself.
    """
    return now.phase != Phase.MAIN and neutral_open(now) and now.stage == Stage_.OPEN


def cE2_2_may_contest(now: State, player: int) -> bool:
    """E2.2: In their Main Phase the turn player may have a unit contest a place, which another
    player's units may hold.
    """
    return (
        player == now.turn
        and player == now.priority
        and now.phase == Phase.MAIN
        and neutral_open(now)
        and now.stage == Stage_.OPEN
    )


def cE2_2_only_contest(now: State) -> bool:
    """E2.2: In their Main Phase the turn player may have a unit contest a place, which another
    player's units may hold.
    """
    return now.scope["contests"] > 0 and now.contested is None


def c312_2_a_open_state(now: State, to: Updates) -> None:
    """312.2.a: A player has it in their own Main Phase while the state is Neutral Open;"""
    if now.phase == Phase.MAIN and neutral(now):
        to["priority"] = now.turn


def c313_3_pass_priority(now: State, to: Updates) -> None:
    """313.3: Whoever passes priority keeps Focus."""
    to["focus"].keep()


def c334_tasks_come_next(now: State, to: Updates) -> None:
    """334: If an action makes tasks, these are seen to while they are outstanding, before
    anything else; then comes Finalize, then Execute, Pass and Resolve. What is kept is how
    far this has come: at the tasks, in the middle of Finalize, at Execute and Pass, at
    Resolve, or through with it in an Open State.
    """
    to["stage"] = Stage_.TASKS


def c335_open_state(now: State, to: Updates) -> None:
    """335: When nothing is outstanding or pending and there is no Showdown: in the Main Phase
    priority is the turn player's, and in every other phase play advances.
    """
    if now.phase == Phase.MAIN and neutral(now):
        to["priority"] = now.turn


def c337_1_finalize(now: State, to: Updates) -> None:
    """337.1: Of all that is pending the oldest item is completed, by the player who controls it."""
    if item(now.chain, oldest(now)).kind not in (Kind.PERMANENT, Kind.ADD):
        to["chain", position(oldest(now)), "pending"] = False


def c337_1_the_step_goes_on_or_is_over(now: State, to: Updates) -> None:
    """337.1: Of all that is pending the oldest item is completed, by the player who controls it."""
    to["stage"] = Stage_.FINALIZE if count(item_.pending for item_ in now.chain) > 1 else Stage_.TASKS


def c337_2_finalize(now: State, to: Updates) -> None:
    """337.2: Units, Gear and abilities that add resources do not stay: in the moment in which
    such a thing is finalized it resolves.
    """
    if item(now.chain, oldest(now)).kind in (Kind.PERMANENT, Kind.ADD):
        to["chain"].pop(position(oldest(now)))


def c337_4_execute_2(now: State, to: Updates) -> None:
    """337.4: When nothing is left to be finalized, whoever controls the chain's next item
    receives priority. The next item is the one that would resolve next, the newest.
    """
    to["priority"] = now.chain[-1].controller


def c338_1_a_an_effect_goes_on_the_chain(now: State, to: Updates, player: int) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["chain"].append(Item(player, Kind.EFFECT, True))


def c338_1_a_play_permanent_2(now: State, to: Updates, player: int) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["chain"].append(Item(player, Kind.PERMANENT, True))


def c338_1_a_use_add_2(now: State, to: Updates, player: int) -> None:
    """338.1.a: They may play a card, or use an ability, whose timing is right;"""
    to["chain"].append(Item(player, Kind.ADD, True))


def c339_pass_priority(now: State, to: Updates, player: int) -> None:
    """339: Once all players have passed one after the other, with nothing added in between,
    Resolve follows. As long as that is not so, a pass brings priority to the next player in
    turn order.
    """
    if now.passes + 1 == now.players:
        to["passes"] = 0
        to["stage"] = Stage_.RESOLVE
    else:
        to["passes"] += 1
        to["priority"] = next_player(now, player)


def c339_passes_are_void(now: State, to: Updates) -> None:
    """339: Once all players have passed one after the other, with nothing added in between,
    Resolve follows. As long as that is not so, a pass brings priority to the next player in
    turn order.
    """
    to["passes"] = 0


def c340_1_resolve(now: State, to: Updates) -> None:
    """340.1: It is the newest finalized item that resolves, and all of it."""
    to["chain"].pop(position(newest(now)))
    to["stage"] = Stage_.TASKS


def c340_2_a_then_focus_passes_always(now: State, to: Updates) -> None:
    """340.2.a: In a Showdown Focus passes when the chain is empty. The Finalize step says the
    same of its end, and neither place has an exception. 346.1 has one. No clause says which
    of them counts.
    """
    if now.showdown and open(now):
        gains_focus(now, to, next_player(now, given(now.focus)))


def c340_2_a_then_focus_passes_with_the_exception(now: State, to: Updates) -> None:
    """340.2.a: In a Showdown Focus passes when the chain is empty. The Finalize step says the
    same of its end, and neither place has an exception. 346.1 has one. No clause says which
    of them counts.
    """
    if now.showdown and open(now) and not now.opened_by_itself:
        gains_focus(now, to, next_player(now, given(now.focus)))


def c340_4_then_resolve(now: State, to: Updates) -> None:
    """340.4: If not, the newest item's controller has priority."""
    if closed(now) and not pending(now):
        to["priority"] = now.chain[-1].controller


def c344_cleanup(now: State, to: Updates, triggered: list[bool]) -> None:
    """344: A Showdown opens in a cleanup, at a place that is contested, while the state is
    Neutral Open.
    """
    if (
        now.contested is not None
        and neutral_open(now)
        and not any(triggered[p] for p in range(now.players))
    ):
        to["showdown"] = True


def c345_gain_focus(now: State, to: Updates) -> None:
    """345: Focus goes to whoever has contested the place. This is a step of its own, after the
    cleanup: in the course of one Focus does not move (320).
    """
    gains_focus(now, to, given(now.contested))


def c346_then_focus_and_priority_go_on(now: State, to: Updates) -> None:
    """346: In a Showdown, if the state is Open again because the chain's last item has resolved,
    the next player has Focus, and priority with it.
    """
    if now.showdown and open(now) and not now.opened_by_itself:
        gains_focus(now, to, next_player(now, given(now.focus)))


def c346_1_use_add(now: State, to: Updates) -> None:
    """346.1: Neither goes on if it was a triggered ability, or an Add ability, that opened the
    chain. Focus then stays where it is. Priority has to be received anew, and who receives it
    is not said here. What has opened a chain is kept as long as it matters, which is in a
    Showdown.
    """
    if now.showdown and open(now):
        to["opened_by_itself"] = True


def c346_1_a_trigger_opens_it(now: State, to: Updates, triggered: list[bool]) -> None:
    """346.1: Neither goes on if it was a triggered ability, or an Add ability, that opened the
    chain. Focus then stays where it is. Priority has to be received anew, and who receives it
    is not said here. What has opened a chain is kept as long as it matters, which is in a
    Showdown.
    """
    if now.showdown and open(now) and any(triggered[p] for p in range(now.players)):
        to["opened_by_itself"] = True


def c346_1_then_focus_does_not_go_on(now: State, to: Updates) -> None:
    """346.1: Neither goes on if it was a triggered ability, or an Add ability, that opened the
    chain. Focus then stays where it is. Priority has to be received anew, and who receives it
    is not said here. What has opened a chain is kept as long as it matters, which is in a
    Showdown.
    """
    if now.showdown and open(now) and now.opened_by_itself:
        to["focus"].keep()


def c346_1_then_the_next_chain_is_another(now: State, to: Updates) -> None:
    """346.1: Neither goes on if it was a triggered ability, or an Add ability, that opened the
    chain. Focus then stays where it is. Priority has to be received anew, and who receives it
    is not said here. What has opened a chain is kept as long as it matters, which is in a
    Showdown.
    """
    if open(now):
        to["opened_by_itself"] = False


def c347_2_pass_focus(now: State, to: Updates, player: int) -> None:
    """347.2: While the chain is empty, whoever has Focus, and priority with it, may also pass
    Focus; it goes to the next player.
    """
    if now.focus_passes + 1 < now.players:
        to["focus_passes"] += 1
        gains_focus(now, to, next_player(now, player))


def c347_2_passes_of_focus_are_void(now: State, to: Updates) -> None:
    """347.2: While the chain is empty, whoever has Focus, and priority with it, may also pass
    Focus; it goes to the next player.
    """
    to["focus_passes"] = 0


def c348_pass_focus(now: State, to: Updates) -> None:
    """348: It ends when Focus was passed by every player in sequence on an empty chain."""
    if now.focus_passes + 1 == now.players:
        to["focus_passes"] = 0
        to["showdown"] = False
        to["focus"] = None
        to["stage"] = Stage_.TASKS


def c317_2_advance(now: State, to: Updates) -> None:
    """317.2: The Expiration step comes next. All that lasts for "this turn" is over then,
    together.
    """
    if now.phase == Phase.ENDING:
        to["this_turn"] = False


def c317_2_f_an_item_went_through(now: State, to: Updates) -> None:
    """317.2.f: If any item has gone through Finalize and Resolve there, the step starts again.
    The worked example is K08.
    """
    if now.phase == Phase.EXPIRATION:
        to["went_through"] = True


def c317_2_f_an_item_went_through_at_once(now: State, to: Updates) -> None:
    """317.2.f: If any item has gone through Finalize and Resolve there, the step starts again.
    The worked example is K08.
    """
    if (
        now.phase == Phase.EXPIRATION
        and item(now.chain, oldest(now)).kind in (Kind.PERMANENT, Kind.ADD)
    ):
        to["went_through"] = True


def c319_a_cleanup_is_outstanding(now: State, to: Updates) -> None:
    """319: A cleanup becomes outstanding when the state changes between Open and Closed, when a
    phase begins, when an item becomes pending or final or goes away, and when objects come,
    go or move. Cleanups are repeated until there is one that changes nothing. Our source
    speaks of tasks and does not say which there are; cleanups are the tasks of this model.
    """
    to["outstanding"] = True


def c319_for_its_triggers(now: State, to: Updates, triggered: list[bool]) -> None:
    """319: A cleanup becomes outstanding when the state changes between Open and Closed, when a
    phase begins, when an item becomes pending or final or goes away, and when objects come,
    go or move. Cleanups are repeated until there is one that changes nothing. Our source
    speaks of tasks and does not say which there are; cleanups are the tasks of this model.
    """
    if any(triggered[p] for p in range(now.players)):
        to["outstanding"] = True


def c319_then_for_units_that_go(now: State, to: Updates) -> None:
    """319: A cleanup becomes outstanding when the state changes between Open and Closed, when a
    phase begins, when an item becomes pending or final or goes away, and when objects come,
    go or move. Cleanups are repeated until there is one that changes nothing. Our source
    speaks of tasks and does not say which there are; cleanups are the tasks of this model.
    """
    if not now.showdown:
        to["outstanding"] = True


def c319_cleanup(now: State, to: Updates, triggered: list[bool]) -> None:
    """319: A cleanup becomes outstanding when the state changes between Open and Closed, when a
    phase begins, when an item becomes pending or final or goes away, and when objects come,
    go or move. Cleanups are repeated until there is one that changes nothing. Our source
    speaks of tasks and does not say which there are; cleanups are the tasks of this model.
    """
    to["outstanding"] = (
        any(triggered[p] for p in range(now.players))
        or (now.contested is not None and neutral_open(now))
    )


def c429_3_use_add(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    to["only_add"] = True


def c429_3_something_else_is_finalized(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    if item(now.chain, oldest(now)).kind != Kind.ADD:
        to["only_add"] = False


def c429_3_it_is_over(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    to["only_add"] = False


def c429_3_open_state(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    if now.only_add:
        to["priority"].keep()


def c429_3_execute(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    if now.only_add:
        to["priority"].keep()


def c429_3_execute_2(now: State, to: Updates) -> None:
    """429.3: By using one, neither priority nor Focus is passed. If it is used in answer to
    something, 337.4 hands priority to whoever controls the chain's next item all the same,
    once the Add ability is final. Whether this clause holds that one back is not said.
    """
    to["priority"] = now.chain[-1].controller


def c464_then_pass_focus(now: State, to: Updates) -> None:
    """464: A Showdown with units of both sides is a Combat. The attacker is whoever has
    contested the place. What triggers by attacking and defending goes on the chain, the
    attacker's first and the defender's last; priority is first with the controller of the
    newest item (337.4). If there are others, their triggers lie between these two, in turn
    order.
    """
    if not now.showdown:
        to["combat"] = False


def c464_begin_combat_2(now: State, to: Updates, triggered: list[bool]) -> None:
    """464: A Showdown with units of both sides is a Combat. The attacker is whoever has
    contested the place. What triggers by attacking and defending goes on the chain, the
    attacker's first and the defender's last; priority is first with the controller of the
    newest item (337.4). If there are others, their triggers lie between these two, in turn
    order.
    """
    for p in range(now.players):
        if p == now.contested and triggered[p]:
            to["chain"].append(Item(p, Kind.TRIGGER, True))
    for place in range(now.players):
        for p in range(now.players):
            if (
                triggered[p]
                and p != now.contested
                and p != now.defender
                and distance(now, now.turn, p) == distance(now, 0, place)
            ):
                to["chain"].append(Item(p, Kind.TRIGGER, True))
    for p in range(now.players):
        if p == now.defender and triggered[p]:
            to["chain"].append(Item(p, Kind.TRIGGER, True))


def c464_2_c_1_b_begin_combat(now: State, to: Updates) -> None:
    """464.2.c.1.b: If it has grown out of a Showdown that was going on, the holder of Focus
    keeps it.
    """
    to["focus"].keep()


def c464_2_d_begin_combat(now: State, to: Updates) -> None:
    """464.2.d: The attacker gains Focus."""
    gains_focus(now, to, given(now.contested))


def cE1_1_triggers_are_texts(now: State, to: Updates, triggered: list[bool]) -> None:
    """E1.1: In a play so many cards and abilities are used, so many abilities that add
    resources, and so many texts do something of themselves. An ability that adds resources is
    a Reaction.
    """
    to["texts"] -= count(triggered[p] for p in range(now.players))


def cE1_2_resolve(now: State, to: Updates, effect: Effect, whose: list[int]) -> None:
    """E1.2: An effect that resolves may do no more than that; or it may have another effect last
    for this turn, have a unit of its controller contest a place or come to the place of a
    Showdown, or have players play cards, one after the other.
    """
    player = item(now.chain, newest(now)).controller
    if effect != Effect.PLAIN:
        to["texts"] -= 1
    if effect == Effect.LASTING:
        to["this_turn"] = True
    if effect == Effect.CONTESTING:
        to["contested"] = player
    if effect == Effect.OPPOSING:
        to["defender"] = next_player(now, player) if player == now.contested else player
    if effect in (Effect.SPELLS, Effect.PERMANENTS):
        to["cards"] -= len(whose)
        for p in whose:
            to["chain"].append(
                Item(p, Kind.EFFECT if effect == Effect.SPELLS else Kind.PERMANENT, True),
            )


def cE1_3_cleanup(now: State, to: Updates, triggered: list[bool], turn_player_last: bool) -> None:
    """E1.3: In a cleanup triggers are put on the chain, those of one player after those of
    another: from the turn player on, or with the turn player's last. Which of the two it is,
    this does not say; 383.3.d does.
    """
    for place in range(now.players):
        for p in range(now.players):
            seat = now.players - 1 - distance(now, 0, place) if turn_player_last else distance(now, 0, place)
            if triggered[p] and distance(now, now.turn, p) == seat:
                to["chain"].append(Item(p, Kind.TRIGGER, True))


def cE2_1_advance_2(now: State, to: Updates) -> None:
    """E2.1: A turn is followed from its Main Phase on. When that is over, the Ending step and
    the Expiration step come, and the next player's turn. Outside the Main Phase play advances
    by itself.
    """
    if now.phase == Phase.ENDING:
        to["phase"] = Phase.EXPIRATION
    else:
        to["phase"] = Phase.MAIN
        to["turn"] = next_player(now, now.turn)


def cE2_2_then_pass_focus(now: State, to: Updates) -> None:
    """E2.2: In their Main Phase the turn player may have a unit contest a place, which another
    player's units may hold.
    """
    if not now.showdown:
        to["contested"] = None
        to["defender"] = None


def claim_all_four_states_come_up(
    game: Questions,
    now: State,
    after: State,
    s: bool,
    c: bool,
) -> bool:
    """309.2: Without a chain the state is Open."""
    return now.showdown == s and closed(now) == c


def claim_a_limited_action_without_priority(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """312.1.b: What is limited, and any choice made within it, does not have to wait until
    somebody has priority.
    """
    return game.doing("finalize", player=player) and player != now.priority


def claim_it_does_not_wait_premise(game: Questions, now: State, after: State, player: int) -> bool:
    """312.1.b: What is limited, and any choice made within it, does not have to wait until
    somebody has priority.
    """
    if not (pending(now) and now.stage in (Stage_.TASKS, Stage_.FINALIZE)):
        return False
    return item(now.chain, oldest(now)).controller == player


def claim_it_does_not_wait(game: Questions, now: State, after: State, player: int) -> bool:
    """312.1.b: What is limited, and any choice made within it, does not have to wait until
    somebody has priority.
    """
    return game.can(now, "finalize", player=player)


def claim_somebody_has_focus_without_a_showdown(game: Questions, now: State, after: State) -> bool:
    """313.2: Priority comes along with Focus when that is gained."""
    return now.focus is not None and not now.showdown


def claim_focus_and_priority_are_with_two_players(
    game: Questions,
    now: State,
    after: State,
    p: int,
    q: int,
) -> bool:
    """313.3: Whoever passes priority keeps Focus."""
    return now.focus == p and now.priority == q and p != q


def claim_the_finalize_step_is_paused(game: Questions, now: State, after: State) -> bool:
    """334.2: A task that comes up during a step pauses it. It is done at once, and then the step
    goes on.
    """
    return game.doing("cleanup") and now.stage == Stage_.FINALIZE


def claim_something_final_lies_on_something_pending(
    game: Questions,
    now: State,
    after: State,
) -> bool:
    """337.1.a: So what came first is finalized first."""
    return any(
        now.chain[i].pending and not now.chain[j].pending for i in range(len(now.chain)) for j in range(len(now.chain)) if i < j
    )


def claim_finalizing_passes_priority(game: Questions, now: State, after: State) -> bool:
    """337.1.b: No priority is passed by finalizing. By resolving it may be, also if a thing
    resolves in the moment in which it is finalized (337.2, 346); what is said here is said of
    an item after which there is still a chain.
    """
    return game.doing("finalize") and closed(after) and after.priority != now.priority


def claim_one_of_them_waits(game: Questions, now: State, after: State) -> bool:
    """337.2: Units, Gear and abilities that add resources do not stay: in the moment in which
    such a thing is finalized it resolves.
    """
    return any(
        item_.kind in (Kind.PERMANENT, Kind.ADD) and not item_.pending for item_ in now.chain
    )


def claim_one_leaves_from_beneath(game: Questions, now: State, after: State) -> bool:
    """337.2: Units, Gear and abilities that add resources do not stay: in the moment in which
    such a thing is finalized it resolves.
    """
    return (
        game.doing("finalize")
        and len(now.chain) > 1
        and now.chain[-2].kind == Kind.PERMANENT
        and now.chain[-2].pending
        and len(after.chain) < len(now.chain)
    )


def claim_something_triggers_in_the_ending_step(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """317: What triggers at the end of a turn triggers in the Ending step."""
    return now.phase == Phase.ENDING and len(now.chain) > 0 and now.priority == player


def claim_an_effect_outlives_its_turn(game: Questions, now: State, after: State) -> bool:
    """317.2.f: If any item has gone through Finalize and Resolve there, the step starts again.
    The worked example is K08.
    """
    return after.turn != now.turn and after.this_turn


def claim_one_is_repeated(game: Questions, now: State, after: State) -> bool:
    """319: A cleanup becomes outstanding when the state changes between Open and Closed, when a
    phase begins, when an item becomes pending or final or goes away, and when objects come,
    go or move. Cleanups are repeated until there is one that changes nothing. Our source
    speaks of tasks and does not say which there are; cleanups are the tasks of this model.
    """
    return game.doing("cleanup") and after.outstanding


def claim_priority_moves(game: Questions, now: State, after: State) -> bool:
    """320: In the course of one, items can be appended; but none is finalized, none resolves,
    and neither Focus nor priority moves.
    """
    return game.doing("cleanup") and after.priority != now.priority


def claim_focus_moves(game: Questions, now: State, after: State) -> bool:
    """320: In the course of one, items can be appended; but none is finalized, none resolves,
    and neither Focus nor priority moves.
    """
    return game.doing("cleanup") and after.focus != now.focus


def claim_an_item_changes(game: Questions, now: State, after: State) -> bool:
    """320: In the course of one, items can be appended; but none is finalized, none resolves,
    and neither Focus nor priority moves.
    """
    return (
        game.doing("cleanup")
        and any(after.chain[i] != now.chain[i] for i in range(len(now.chain)))
    )


def claim_one_is_used_without_priority(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """429.2.a: They may also be used while something is being paid for, and without priority.
    That is in the Finalize step, where a player may choose between this and going on.
    """
    return game.doing("pay_with_add", player=player) and player != now.priority


def game_is_over(now: State) -> bool:
    """Whether nothing more need happen."""
    return over(now)


TYPE_SPEED = EnumType("Speed", ("SLOW", "ACTION", "REACTION"))
TYPE_STAGE = EnumType("Stage", ("OPEN", "TASKS", "FINALIZE", "EXECUTE", "RESOLVE"))
TYPE_KIND = EnumType("Kind", ("EFFECT", "PERMANENT", "ADD", "TRIGGER"))
TYPE_EFFECT = EnumType(
    "Effect",
    ("PLAIN", "LASTING", "CONTESTING", "OPPOSING", "SPELLS", "PERMANENTS"),
)
TYPE_PHASE = EnumType("Phase", ("MAIN", "ENDING", "EXPIRATION"))
TYPE_ITEM = RecordType(
    "Item",
    (("controller", PlayerType()), ("kind", TYPE_KIND), ("pending", BoolType())),
)
MODEL = Rules(
    name="chain-2026-03-30",
    title="Chain and priority",
    edition="2026-03-30",
    players=(2, 4),
    scope=(
        ("cards", 2),
        ("adds", 1),
        ("texts", 2),
        ("queued", 2),
        ("lasting", 1),
        ("contests", 1),
        ("joins", 1),
    ),
    golden_rule=False,
    clauses=(
        "308",
        "308.1",
        "309",
        "309.1",
        "309.1.a",
        "309.2",
        "310",
        "310.1",
        "312",
        "312.1",
        "312.1.b",
        "312.2",
        "312.2.a",
        "312.2.b",
        "312.2.c",
        "312.2.d",
        "313",
        "313.2",
        "313.3",
        "334",
        "334.2",
        "335",
        "337",
        "337.1",
        "337.1.a",
        "337.1.b",
        "337.2",
        "337.4",
        "338",
        "338.1",
        "338.1.a",
        "338.1.b",
        "339",
        "340",
        "340.1",
        "340.2",
        "340.2.a",
        "340.3",
        "340.4",
        "344",
        "345",
        "346",
        "346.1",
        "347",
        "347.2",
        "347.2.a",
        "348",
        "317",
        "317.2",
        "317.2.f",
        "319",
        "320",
        "323",
        "323.14",
        "358",
        "358.3",
        "383",
        "383.3.d",
        "402",
        "402.4",
        "404.2",
        "429",
        "429.2.a",
        "429.3",
        "464",
        "464.2.c.1.b",
        "464.2.d",
        "K01",
        "K02",
        "K03",
        "K04",
        "K05",
        "K06",
        "K07",
        "K08",
        "P01",
        "P02",
        "E1",
        "E1.1",
        "E1.2",
        "E1.3",
        "E2",
        "E2.1",
        "E2.2",
        "E2.3",
    ),
    state=State,
    enums=(
        (TYPE_SPEED, Speed),
        (TYPE_STAGE, Stage_),
        (TYPE_KIND, Kind),
        (TYPE_EFFECT, Effect),
        (TYPE_PHASE, Phase),
    ),
    records=((TYPE_ITEM, Item),),
    fields=(
        FieldRule("showdown", BoolType(), "308.1", start=False),
        FieldRule(
            "chain",
            ListType(
                TYPE_ITEM,
                SizeSum(SizeSum(ScopeName("cards"), ScopeName("adds")), ScopeName("texts")),
            ),
            "309.1",
        ),
        FieldRule("priority", MaybeType(PlayerType()), "312.1", start=None, told=True),
        FieldRule("focus", MaybeType(PlayerType()), "313.2", start=None),
        FieldRule("stage", TYPE_STAGE, "334", start=Stage_.TASKS),
        FieldRule("outstanding", BoolType(), "334", start=False),
        FieldRule(
            "passes",
            RangeType(Number(0), SizeSum(PlayerCount(), Number(1), minus=True)),
            "339",
            start=0,
        ),
        FieldRule("contested", MaybeType(PlayerType()), "344", start=None),
        FieldRule("opened_by_itself", BoolType(), "346.1", start=False),
        FieldRule(
            "focus_passes",
            RangeType(Number(0), SizeSum(PlayerCount(), Number(1), minus=True)),
            "347.2",
            start=0,
        ),
        FieldRule("went_through", BoolType(), "317.2.f", start=False),
        FieldRule("only_add", BoolType(), "429.3", start=False),
        FieldRule("combat", BoolType(), "464", start=False),
        FieldRule("cards", StockType(ScopeName("cards")), "E1.1"),
        FieldRule("adds", StockType(ScopeName("adds")), "E1.1"),
        FieldRule("texts", StockType(ScopeName("texts")), "E1.1"),
        FieldRule("this_turn", BoolType(), "E1.2", start=False),
        FieldRule("defender", MaybeType(PlayerType()), "E1.2", start=None),
        FieldRule("turn", PlayerType(), "E2.1", start=0),
        FieldRule("phase", TYPE_PHASE, "E2.1", start=Phase.MAIN),
    ),
    helpers={
        "neutral": neutral,
        "closed": closed,
        "open": open,
        "neutral_open": neutral_open,
        "window": window,
        "gains_focus": gains_focus,
        "pending": pending,
        "oldest": oldest,
        "newest": newest,
        "answerable": answerable,
        "resolving": resolving,
        "during_a_showdown": during_a_showdown,
        "over": over,
    },
    actions=(
        ActionRule(
            "cleanup",
            "334",
            ActionKind.STEP,
            parameters=(
                ParameterRule("triggered", EachType(PlayerType(), BoolType())),
                ParameterRule("turn_player_last", BoolType(), which=True),
            ),
        ),
        ActionRule(
            "finalize",
            "337.1",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c337_1_finalize_needs,
        ),
        ActionRule("execute", "337.4", ActionKind.STEP),
        ActionRule(
            "play_spell",
            "338.1.a",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "puts", "timed", "cards"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("speed", TYPE_SPEED)),
            needs=c338_1_a_play_spell_needs,
        ),
        ActionRule(
            "play_permanent",
            "338.1.a",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "puts", "timed", "cards"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("speed", TYPE_SPEED)),
            needs=c338_1_a_play_permanent_needs,
        ),
        ActionRule(
            "activate",
            "338.1.a",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "puts", "timed"),
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("speed", TYPE_SPEED)),
            needs=c338_1_a_activate_needs,
        ),
        ActionRule(
            "use_add",
            "338.1.a",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "puts"),
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c338_1_a_use_add_needs,
        ),
        ActionRule(
            "pass_priority",
            "338.1.b",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "passing"),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule(
            "resolve",
            "340.1",
            ActionKind.STEP,
            parameters=(
                ParameterRule("effect", TYPE_EFFECT),
                ParameterRule("whose", ListType(PlayerType(), ScopeName("queued"))),
            ),
            needs=c340_1_resolve_needs,
        ),
        ActionRule("open_state", "340.2", ActionKind.STEP),
        ActionRule("gain_focus", "345", ActionKind.STEP),
        ActionRule(
            "pass_focus",
            "347.2",
            ActionKind.MOVE,
            tags=("acts", "discretionary", "passing"),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule("start_again", "317.2.f", ActionKind.STEP),
        ActionRule(
            "drop_trigger",
            "404.2",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c404_2_drop_trigger_needs,
        ),
        ActionRule(
            "pay_with_add",
            "429.2.a",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()),),
            needs=c429_2_a_pay_with_add_needs,
        ),
        ActionRule(
            "begin_combat",
            "464",
            ActionKind.STEP,
            parameters=(ParameterRule("triggered", EachType(PlayerType(), BoolType())),),
            needs=c464_begin_combat_needs,
        ),
        ActionRule(
            "end_main",
            "E2.1",
            ActionKind.MOVE,
            tags=("acts", "discretionary"),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule("advance", "E2.1", ActionKind.STEP),
        ActionRule(
            "contest",
            "E2.2",
            ActionKind.MOVE,
            tags=("acts", "discretionary"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("against", MaybeType(PlayerType())),
            ),
            needs=cE2_2_contest_needs,
        ),
    ),
    norms=(
        NormRule(
            NormKind.ONLY,
            "308.1",
            ("play_spell", "play_permanent", "activate"),
            ("speed",),
            c308_1_only_action_or_reaction,
        ),
        NormRule(
            NormKind.MAY,
            "308.1",
            ("play_spell", "play_permanent", "activate", "use_add"),
            ("player",),
            c308_1_may_in_a_showdown,
        ),
        NormRule(
            NormKind.ONLY,
            "308.1",
            ("play_spell", "play_permanent", "activate", "use_add"),
            ("player",),
            c308_1_only_the_holder_of_focus_only,
        ),
        NormRule(
            NormKind.ONLY,
            "309.1.a",
            ("play_spell", "play_permanent"),
            ("speed",),
            c309_1_a_only_reaction_cards,
        ),
        NormRule(
            NormKind.ONLY,
            "309.1.a",
            ("activate",),
            ("speed",),
            c309_1_a_only_reaction_abilities,
        ),
        NormRule(NormKind.MAY, "309.1.a", ("activate",), ("player",), c309_1_a_may_any_ability),
        NormRule(
            NormKind.MAY,
            "310.1",
            ("play_spell", "play_permanent", "activate", "use_add"),
            ("player",),
            c310_1_may_the_turn_player_with_priority,
        ),
        NormRule(
            NormKind.ONLY,
            "310.1",
            ("play_spell", "play_permanent", "activate", "use_add"),
            ("player",),
            c310_1_only_nobody_else_by_default,
        ),
        NormRule(
            NormKind.ONLY,
            "310.1",
            ("play_spell", "play_permanent", "activate", "use_add"),
            (),
            c310_1_only_in_the_main_phase,
        ),
        NormRule(
            NormKind.ONLY,
            "312.1",
            (
                "play_spell",
                "play_permanent",
                "activate",
                "use_add",
                "pass_priority",
                "pass_focus",
                "end_main",
                "contest",
            ),
            ("player",),
            c312_1_only_the_holder_of_priority_only,
        ),
        NormRule(
            NormKind.MUST,
            "334",
            ("cleanup",),
            (),
            c334_must_cleanup,
            before=(
                "finalize",
                "drop_trigger",
                "pay_with_add",
                "execute",
                "open_state",
                "gain_focus",
                "begin_combat",
                "advance",
                "start_again",
            ),
        ),
        NormRule(NormKind.MUST, "335", ("advance",), (), c335_must_advance),
        NormRule(NormKind.MUST, "337.1", ("finalize",), (), c337_1_must_finalize),
        NormRule(NormKind.MUST, "337.4", ("execute",), (), c337_4_must_execute),
        NormRule(
            NormKind.MAY,
            "338.1.a",
            ("play_spell", "play_permanent", "activate", "use_add"),
            ("player",),
            c338_1_a_may_while_executing,
        ),
        NormRule(
            NormKind.MAY,
            "338.1.b",
            ("pass_priority",),
            ("player",),
            c338_1_b_may_pass_priority,
        ),
        NormRule(NormKind.MUST, "340.1", ("resolve",), (), c340_1_must_resolve),
        NormRule(NormKind.MUST, "340.2", ("open_state",), (), c340_2_must_open_state),
        NormRule(
            NormKind.MUST,
            "345",
            ("gain_focus",),
            (),
            c345_must_gain_focus,
            before=(
                "begin_combat",
                "finalize",
                "drop_trigger",
                "pay_with_add",
                "execute",
                "open_state",
            ),
        ),
        NormRule(NormKind.MAY, "347.2", ("pass_focus",), ("player",), c347_2_may_pass_focus),
        NormRule(
            NormKind.MUST,
            "317.2.f",
            ("start_again",),
            (),
            c317_2_f_must_start_again,
            before=("advance",),
        ),
        NormRule(
            NormKind.ONLY,
            "383.3.d",
            ("cleanup",),
            ("turn_player_last",),
            c383_3_d_only_cleanup,
        ),
        NormRule(NormKind.MUST, "404.2", ("drop_trigger",), (), c404_2_must_drop_trigger),
        NormRule(NormKind.MUST, "429.2.a", ("pay_with_add",), (), c429_2_a_must_pay_with_add),
        NormRule(
            NormKind.MUST,
            "464",
            ("begin_combat",),
            (),
            c464_must_begin_combat,
            before=("finalize", "drop_trigger", "pay_with_add", "execute", "open_state"),
        ),
        NormRule(
            NormKind.ONLY,
            "E1.1",
            ("cleanup", "begin_combat"),
            ("triggered",),
            cE1_1_only_no_more_triggers_than_texts,
        ),
        NormRule(NormKind.ONLY, "E1.2", ("resolve",), ("effect", "whose"), cE1_2_only_resolve),
        NormRule(NormKind.MAY, "E2.1", ("end_main",), ("player",), cE2_1_may_end_main),
        NormRule(NormKind.MUST, "E2.1", ("advance",), (), cE2_1_must_advance),
        NormRule(NormKind.MAY, "E2.2", ("contest",), ("player",), cE2_2_may_contest),
        NormRule(NormKind.ONLY, "E2.2", ("contest",), (), cE2_2_only_contest),
    ),
    consequences=(
        ConsequenceRule(Stage.WHEN, "312.2.a", ("open_state",), (), c312_2_a_open_state),
        ConsequenceRule(Stage.WHEN, "313.3", ("pass_priority",), (), c313_3_pass_priority),
        ConsequenceRule(
            Stage.WHEN,
            "334",
            ("play_spell", "play_permanent", "activate", "use_add"),
            (),
            c334_tasks_come_next,
        ),
        ConsequenceRule(Stage.WHEN, "335", ("open_state",), (), c335_open_state),
        ConsequenceRule(Stage.WHEN, "337.1", ("finalize",), (), c337_1_finalize),
        ConsequenceRule(
            Stage.WHEN,
            "337.1",
            ("finalize", "drop_trigger"),
            (),
            c337_1_the_step_goes_on_or_is_over,
        ),
        ConsequenceRule(Stage.WHEN, "337.2", ("finalize",), (), c337_2_finalize),
        ConsequenceRule(Stage.WHEN, "337.4", ("execute",), (), c337_4_execute),
        ConsequenceRule(Stage.WHEN, "337.4", ("execute",), (), c337_4_execute_2),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("play_spell",),
            ("player", "speed"),
            c338_1_a_play_spell,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("play_permanent",),
            ("player", "speed"),
            c338_1_a_play_permanent,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("activate",),
            ("player", "speed"),
            c338_1_a_activate,
        ),
        ConsequenceRule(Stage.WHEN, "338.1.a", ("use_add",), ("player",), c338_1_a_use_add),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("play_spell", "activate"),
            ("player",),
            c338_1_a_an_effect_goes_on_the_chain,
            appends=("chain",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("play_permanent",),
            ("player",),
            c338_1_a_play_permanent_2,
            appends=("chain",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "338.1.a",
            ("use_add",),
            ("player",),
            c338_1_a_use_add_2,
            appends=("chain",),
        ),
        ConsequenceRule(Stage.WHEN, "339", ("pass_priority",), ("player",), c339_pass_priority),
        ConsequenceRule(
            Stage.WHEN,
            "339",
            ("play_spell", "play_permanent", "activate", "use_add"),
            (),
            c339_passes_are_void,
        ),
        ConsequenceRule(Stage.WHEN, "340.1", ("resolve",), (), c340_1_resolve),
        ConsequenceRule(Stage.WHEN, "340.2", ("open_state",), (), c340_2_open_state),
        ConsequenceRule(
            Stage.THEN,
            "340.2.a",
            ("resolve", "finalize", "drop_trigger"),
            (),
            c340_2_a_then_focus_passes_always,
        ),
        ConsequenceRule(
            Stage.THEN,
            "340.2.a",
            ("resolve", "finalize", "drop_trigger"),
            (),
            c340_2_a_then_focus_passes_with_the_exception,
        ),
        ConsequenceRule(Stage.THEN, "340.4", ("resolve",), (), c340_4_then_resolve),
        ConsequenceRule(Stage.WHEN, "344", ("cleanup",), ("triggered",), c344_cleanup),
        ConsequenceRule(Stage.WHEN, "345", ("gain_focus",), (), c345_gain_focus),
        ConsequenceRule(
            Stage.THEN,
            "346",
            ("resolve", "finalize"),
            (),
            c346_then_focus_and_priority_go_on,
        ),
        ConsequenceRule(Stage.WHEN, "346.1", ("use_add",), (), c346_1_use_add),
        ConsequenceRule(
            Stage.WHEN,
            "346.1",
            ("cleanup", "begin_combat"),
            ("triggered",),
            c346_1_a_trigger_opens_it,
        ),
        ConsequenceRule(
            Stage.THEN,
            "346.1",
            ("resolve", "finalize", "drop_trigger"),
            (),
            c346_1_then_focus_does_not_go_on,
        ),
        ConsequenceRule(
            Stage.THEN,
            "346.1",
            ("resolve", "finalize", "drop_trigger"),
            (),
            c346_1_then_the_next_chain_is_another,
        ),
        ConsequenceRule(Stage.WHEN, "347.2", ("pass_focus",), ("player",), c347_2_pass_focus),
        ConsequenceRule(
            Stage.WHEN,
            "347.2",
            ("play_spell", "play_permanent", "activate", "use_add"),
            (),
            c347_2_passes_of_focus_are_void,
        ),
        ConsequenceRule(Stage.WHEN, "348", ("pass_focus",), (), c348_pass_focus),
        ConsequenceRule(Stage.WHEN, "317.2", ("advance",), (), c317_2_advance),
        ConsequenceRule(Stage.WHEN, "317.2.f", ("start_again",), (), c317_2_f_start_again),
        ConsequenceRule(Stage.WHEN, "317.2.f", ("resolve",), (), c317_2_f_an_item_went_through),
        ConsequenceRule(
            Stage.WHEN,
            "317.2.f",
            ("finalize",),
            (),
            c317_2_f_an_item_went_through_at_once,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "319",
            (
                "play_spell",
                "play_permanent",
                "activate",
                "use_add",
                "finalize",
                "drop_trigger",
                "resolve",
                "contest",
                "end_main",
                "advance",
                "start_again",
            ),
            (),
            c319_a_cleanup_is_outstanding,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "319",
            ("begin_combat",),
            ("triggered",),
            c319_for_its_triggers,
        ),
        ConsequenceRule(Stage.THEN, "319", ("pass_focus",), (), c319_then_for_units_that_go),
        ConsequenceRule(Stage.WHEN, "319", ("cleanup",), ("triggered",), c319_cleanup),
        ConsequenceRule(Stage.WHEN, "404.2", ("drop_trigger",), ("player",), c404_2_drop_trigger),
        ConsequenceRule(
            Stage.WHEN,
            "429.2.a",
            ("pay_with_add",),
            ("player",),
            c429_2_a_pay_with_add,
        ),
        ConsequenceRule(Stage.WHEN, "429.3", ("use_add",), (), c429_3_use_add),
        ConsequenceRule(
            Stage.WHEN,
            "429.3",
            ("finalize", "drop_trigger"),
            (),
            c429_3_something_else_is_finalized,
        ),
        ConsequenceRule(Stage.WHEN, "429.3", ("execute", "open_state"), (), c429_3_it_is_over),
        ConsequenceRule(Stage.WHEN, "429.3", ("open_state",), (), c429_3_open_state),
        ConsequenceRule(
            Stage.WHEN,
            "429.3",
            ("execute",),
            (),
            c429_3_execute,
            overrides=("337.4",),
        ),
        ConsequenceRule(Stage.WHEN, "429.3", ("execute",), (), c429_3_execute_2),
        ConsequenceRule(Stage.WHEN, "464", ("begin_combat",), ("triggered",), c464_begin_combat),
        ConsequenceRule(Stage.THEN, "464", ("pass_focus",), (), c464_then_pass_focus),
        ConsequenceRule(
            Stage.WHEN,
            "464",
            ("begin_combat",),
            ("triggered",),
            c464_begin_combat_2,
            appends=("chain",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "464.2.c.1.b",
            ("begin_combat",),
            (),
            c464_2_c_1_b_begin_combat,
        ),
        ConsequenceRule(Stage.WHEN, "464.2.d", ("begin_combat",), (), c464_2_d_begin_combat),
        ConsequenceRule(
            Stage.WHEN,
            "E1.1",
            ("cleanup", "begin_combat"),
            ("triggered",),
            cE1_1_triggers_are_texts,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.2",
            ("resolve",),
            ("effect", "whose"),
            cE1_2_resolve,
            appends=("chain",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.3",
            ("cleanup",),
            ("triggered", "turn_player_last"),
            cE1_3_cleanup,
            appends=("chain",),
        ),
        ConsequenceRule(Stage.WHEN, "E2.1", ("end_main",), ("player",), cE2_1_end_main),
        ConsequenceRule(Stage.WHEN, "E2.1", ("advance",), (), cE2_1_advance),
        ConsequenceRule(Stage.WHEN, "E2.1", ("advance",), (), cE2_1_advance_2),
        ConsequenceRule(Stage.WHEN, "E2.2", ("contest",), ("player", "against"), cE2_2_contest),
        ConsequenceRule(Stage.THEN, "E2.2", ("pass_focus",), (), cE2_2_then_pass_focus),
    ),
    claims=(
        ClaimRule(
            "all_four_states_come_up",
            ClaimKind.SOMETIMES,
            "309.2",
            (ParameterRule("s", BoolType()), ParameterRule("c", BoolType())),
            claim_all_four_states_come_up,
        ),
        ClaimRule(
            "a_limited_action_without_priority",
            ClaimKind.SOMETIMES,
            "312.1.b",
            (ParameterRule("player", PlayerType()),),
            claim_a_limited_action_without_priority,
            of_steps=True,
        ),
        ClaimRule(
            "it_does_not_wait",
            ClaimKind.ALWAYS,
            "312.1.b",
            (ParameterRule("player", PlayerType()),),
            claim_it_does_not_wait,
            premise=claim_it_does_not_wait_premise,
            every=True,
        ),
        ClaimRule(
            "somebody_has_focus_without_a_showdown",
            ClaimKind.NEVER,
            "313.2",
            (),
            claim_somebody_has_focus_without_a_showdown,
            every=True,
        ),
        ClaimRule(
            "focus_and_priority_are_with_two_players",
            ClaimKind.SOMETIMES,
            "313.3",
            (ParameterRule("p", PlayerType()), ParameterRule("q", PlayerType())),
            claim_focus_and_priority_are_with_two_players,
        ),
        ClaimRule(
            "the_finalize_step_is_paused",
            ClaimKind.SOMETIMES,
            "334.2",
            (),
            claim_the_finalize_step_is_paused,
            of_steps=True,
        ),
        ClaimRule(
            "something_final_lies_on_something_pending",
            ClaimKind.NEVER,
            "337.1.a",
            (),
            claim_something_final_lies_on_something_pending,
            every=True,
        ),
        ClaimRule(
            "finalizing_passes_priority",
            ClaimKind.NEVER,
            "337.1.b",
            (),
            claim_finalizing_passes_priority,
            of_steps=True,
        ),
        ClaimRule("one_of_them_waits", ClaimKind.NEVER, "337.2", (), claim_one_of_them_waits),
        ClaimRule(
            "one_leaves_from_beneath",
            ClaimKind.SOMETIMES,
            "337.2",
            (),
            claim_one_leaves_from_beneath,
            of_steps=True,
        ),
        ClaimRule(
            "something_triggers_in_the_ending_step",
            ClaimKind.SOMETIMES,
            "317",
            (ParameterRule("player", PlayerType()),),
            claim_something_triggers_in_the_ending_step,
        ),
        ClaimRule(
            "an_effect_outlives_its_turn",
            ClaimKind.NEVER,
            "317.2.f",
            (),
            claim_an_effect_outlives_its_turn,
            of_steps=True,
        ),
        ClaimRule(
            "one_is_repeated",
            ClaimKind.SOMETIMES,
            "319",
            (),
            claim_one_is_repeated,
            of_steps=True,
        ),
        ClaimRule(
            "priority_moves",
            ClaimKind.NEVER,
            "320",
            (),
            claim_priority_moves,
            of_steps=True,
        ),
        ClaimRule("focus_moves", ClaimKind.NEVER, "320", (), claim_focus_moves, of_steps=True),
        ClaimRule(
            "an_item_changes",
            ClaimKind.NEVER,
            "320",
            (),
            claim_an_item_changes,
            of_steps=True,
        ),
        ClaimRule(
            "one_is_used_without_priority",
            ClaimKind.SOMETIMES,
            "429.2.a",
            (ParameterRule("player", PlayerType()),),
            claim_one_is_used_without_priority,
            of_steps=True,
        ),
    ),
    over=game_is_over,
)
