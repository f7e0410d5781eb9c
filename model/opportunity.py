"""Opportunity and the effects stack, edition 2026-10.

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
    given,
    next_player,
)


class Kind(IntEnum):
    """Kind."""

    ACTION = 0
    ALLY = 1
    ATTACK = 2
    REGALIA = 3
    ON_ENTER = 4
    ON_ATTACK = 5
    ON_DEATH = 6
    OTHER_TRIGGER = 7


class Course(IntEnum):
    """Course."""

    BEGINNING = 0
    BEGUN = 1
    OPEN = 2
    RESOLVING = 3
    RESOLVED = 4
    MOVING_ON = 5


class Trigger(IntEnum):
    """Trigger."""

    ENTERS = 0
    ATTACKS = 1
    DIES = 2
    SOMETHING_ELSE = 3


class Phase(IntEnum):
    """Phase."""

    WAKE_UP = 0
    MATERIALIZE = 1
    RECOLLECTION = 2
    MAIN = 3
    COMBAT = 4
    END = 5


class Step(IntEnum):
    """Step."""

    FIRST_STEP = 0
    MEMORY_BACK = 1
    RETALIATION = 2
    DAMAGE_STEP = 3
    END_OF_COMBAT = 4
    CLEANED_UP = 5


class Unit(IntEnum):
    """Unit."""

    ABSENT = 0
    PRESENT = 1
    SHIELDED = 2
    VEILED = 3


class Text(IntEnum):
    """Text."""

    PLAIN = 0
    DAMAGE = 1
    SHIELD = 2
    VEIL = 3
    STIFLE = 4


@dataclass(frozen=True, slots=True)
class Layer:
    """Layer."""

    controller: int
    kind: Kind
    target: int | None


@dataclass(slots=True, kw_only=True)
class State(Table):
    """One situation of the game."""

    stack: list[Layer]
    turn: int
    course: Course
    opportunity: int | None
    passes: int
    waiting: list[list[bool]]
    phase: Phase
    step: Step
    half_done: bool
    defender: int | None
    retaliates: bool
    draws: bool
    cards: int
    triggers: int
    noticed: bool
    unit: list[Unit]


def may_do_slow_things(now: State, player: int) -> bool:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    return (
        player == now.turn
        and now.phase == Phase.MAIN
        and window(now)
        and player == now.opportunity
        and len(now.stack) == 0
    )


def window(now: State) -> bool:
    """O3.1: The turn player is the first to get Opportunity: when the main phase starts, and at
    most other points at which it comes up. Which points are not among the most, the text does
    not say. That acting keeps it (O3.2) is the one exception it has, so here it is the turn
    player wherever Opportunity comes up anew.
    """
    return now.course == Course.OPEN


def resolving(now: State) -> bool:
    """O3.1: The turn player is the first to get Opportunity: when the main phase starts, and at
    most other points at which it comes up. Which points are not among the most, the text does
    not say. That acting keeps it (O3.2) is the one exception it has, so here it is the turn
    player wherever Opportunity comes up anew.
    """
    return now.course == Course.RESOLVING


def answerable(now: State, player: int) -> bool:
    """O4.2: When something has resolved and more is waiting, it comes up again before the next
    of them resolves.
    """
    return (
        any(layer.controller != player for layer in now.stack)
        and not (resolving(now) and now.stack[-1].controller != player)
    )


def layer_of(now: State, trigger: Trigger) -> Kind:
    """O5.1: What triggers by itself (On Enter, On Attack, On Death and the like) goes on the
    stack in the same way as a card and can be responded to in the same way.
    """
    if trigger == Trigger.ENTERS:
        return Kind.ON_ENTER
    if trigger == Trigger.ATTACKS:
        return Kind.ON_ATTACK
    if trigger == Trigger.DIES:
        return Kind.ON_DEATH
    return Kind.OTHER_TRIGGER


def has_triggers(now: State, player: int) -> bool:
    """O5.1: What triggers by itself (On Enter, On Attack, On Death and the like) goes on the
    stack in the same way as a card and can be responded to in the same way.
    """
    return any(now.waiting[player][trigger] for trigger in Trigger)


def triggers_wait(now: State) -> bool:
    """O5.1: What triggers by itself (On Enter, On Attack, On Death and the like) goes on the
    stack in the same way as a card and can be responded to in the same way.
    """
    return any(has_triggers(now, player) for player in range(now.players))


def phase_after(now: State, one: Phase) -> Phase:
    """O6: A turn has fixed points at which Opportunity comes up, and has steps which nobody can
    respond to. O6.1 | Wake Up | nobody, unless waking up triggers something; there is no
    responding to waking up O6.2 | Materialize | everybody, if a card is materialized or
    something triggers; else nobody O6.3 | Recollection | everybody at the start, when what
    triggers at its beginning is on the stack. It is the last time before memory goes back to
    the hand, and there is no responding to that O6.4 | Main | everybody at the start, and
    whenever the stack has become empty. If the turn player wants to move on, the others are
    asked one last time before End O6.5 | Combat | nobody when an attack is declared.
    Everybody at the start of the retaliation step, when what triggers On Attack is on the
    stack; and once more as the damage step starts O6.6 | End | everybody at the start, when
    what triggers at its beginning is on the stack. It is the last time before the turn is
    cleaned up The phases follow one another as they stand here. Combat is where an attack
    leads to out of the main phase.
    """
    if one == Phase.WAKE_UP:
        return Phase.MATERIALIZE
    if one == Phase.MATERIALIZE:
        return Phase.RECOLLECTION
    if one == Phase.RECOLLECTION:
        return Phase.MAIN
    if one == Phase.END:
        return Phase.WAKE_UP
    return Phase.END


def before_end(now: State, player: int) -> bool:
    """O6.4: Main. Players get Opportunity as it starts and whenever the stack has become empty.
    If the turn player is ready to move on, the others are asked once more whether they want
    to act, and then the End phase comes.
    """
    return player != now.turn and now.phase in (Phase.MAIN, Phase.COMBAT)


def the_retaliation_step_starts(now: State, to: Updates) -> None:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    to["phase"] = Phase.COMBAT
    to["step"] = Step.RETALIATION
    to["course"] = Course.BEGUN


def can_be_targeted(now: State, player: int) -> bool:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    return now.unit[player] in (Unit.PRESENT, Unit.SHIELDED)


def top_has_lost_its_target(now: State) -> bool:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    return (
        len(now.stack) > 0
        and now.stack[-1].target is not None
        and not can_be_targeted(now, given(now.stack[-1].target))
    )


def top_is_an_attack_out_of_time(now: State) -> bool:
    """O9.11: An attack card that is activated by permission at another time fizzles if another
    item is on the stack, or if it is not the main phase, or if it is not its player's own
    turn. Each of the three is enough since 2026-04-10. Before that it took all of them.
    """
    return (
        top_is_an_attack(now)
        and (len(now.stack) > 1 or now.phase != Phase.MAIN or now.stack[-1].controller != now.turn)
    )


def is_struck(now: State, player: int) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return now.unit[player] in (Unit.PRESENT, Unit.VEILED)


def strike(now: State, to: Updates, player: int) -> None:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    if now.unit[player] == Unit.SHIELDED:
        to["unit", player] = Unit.PRESENT
    else:
        to["unit", player] = Unit.ABSENT


def top_is_an_attack(now: State) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return len(now.stack) > 0 and now.stack[-1].kind == Kind.ATTACK


def over(now: State) -> bool:
    """E2.1: How a game ends is told elsewhere. Here it goes on."""
    return False


def cO2_1_play_ally_needs(now: State, player: int) -> bool:
    """Where play_ally is physically possible (O2.1)."""
    return now.cards > 0


def cO2_1_play_ally(now: State, to: Updates, player: int) -> None:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ALLY, None))


def cO2_1_play_attack_card_needs(now: State, player: int) -> bool:
    """Where play_attack_card is physically possible (O2.1)."""
    return now.cards > 0


def cO2_1_play_attack_card(now: State, to: Updates, player: int) -> None:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ATTACK, None))


def cO2_1_play_slow_card_needs(now: State, player: int, target: int | None) -> bool:
    """Where play_slow_card is physically possible (O2.1)."""
    return now.cards > 0


def cO2_1_play_slow_card(now: State, to: Updates, player: int, target: int | None) -> None:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ACTION, target))


def cO2_1_declare_attack_needs(now: State, player: int, whom: int, triggered: bool) -> bool:
    """Where declare_attack is physically possible (O2.1)."""
    if not whom != player:
        return False
    return not triggered or now.triggers > 0


def cO2_2_play_fast_needs(now: State, player: int, target: int | None) -> bool:
    """Where play_fast is physically possible (O2.2)."""
    return now.cards > 0


def cO2_2_play_fast(now: State, to: Updates, player: int, target: int | None) -> None:
    """O2.2: Fast is what any player can do who has Opportunity, in whoever's turn, and also onto
    layers that wait. An ability that its player chooses to use is as fast as that.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ACTION, target))


def cO2_2_use_ability_needs(now: State, player: int, target: int | None) -> bool:
    """Where use_ability is physically possible (O2.2)."""
    return now.cards > 0


def cO2_2_use_ability(now: State, to: Updates, player: int, target: int | None) -> None:
    """O2.2: Fast is what any player can do who has Opportunity, in whoever's turn, and also onto
    layers that wait. An ability that its player chooses to use is as fast as that.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ACTION, target))


def cO3_1_give_opportunity(now: State, to: Updates) -> None:
    """O3.1: The turn player is the first to get Opportunity: when the main phase starts, and at
    most other points at which it comes up. Which points are not among the most, the text does
    not say. That acting keeps it (O3.2) is the one exception it has, so here it is the turn
    player wherever Opportunity comes up anew.
    """
    to["course"] = Course.OPEN


def cO3_4_move_on(now: State, to: Updates) -> None:
    """O3.4: Once all players have passed in a row play goes on: the top layer resolves. If there
    is none, the next phase comes.
    """
    to["course"] = Course.BEGINNING


def cO5_1_place_needs(now: State, player: int, trigger: Trigger, target: int | None) -> bool:
    """Where place is physically possible (O5.1)."""
    return now.waiting[player][trigger]


def cO5_1_place(now: State, to: Updates, player: int, trigger: Trigger, target: int | None) -> None:
    """O5.1: What triggers by itself (On Enter, On Attack, On Death and the like) goes on the
    stack in the same way as a card and can be responded to in the same way.
    """
    to["waiting", player, trigger] = False
    to["stack"].append(Layer(player, layer_of(now, trigger), target))


def cO6_begin(now: State, to: Updates) -> None:
    """O6: A turn has fixed points at which Opportunity comes up, and has steps which nobody can
    respond to. O6.1 | Wake Up | nobody, unless waking up triggers something; there is no
    responding to waking up O6.2 | Materialize | everybody, if a card is materialized or
    something triggers; else nobody O6.3 | Recollection | everybody at the start, when what
    triggers at its beginning is on the stack. It is the last time before memory goes back to
    the hand, and there is no responding to that O6.4 | Main | everybody at the start, and
    whenever the stack has become empty. If the turn player wants to move on, the others are
    asked one last time before End O6.5 | Combat | nobody when an attack is declared.
    Everybody at the start of the retaliation step, when what triggers On Attack is on the
    stack; and once more as the damage step starts O6.6 | End | everybody at the start, when
    what triggers at its beginning is on the stack. It is the last time before the turn is
    cleaned up The phases follow one another as they stand here. Combat is where an attack
    leads to out of the main phase.
    """
    to["course"] = Course.BEGUN


def cO6_2_materialize_needs(now: State, player: int, card: bool) -> bool:
    """Where materialize is physically possible (O6.2)."""
    return not card or now.cards > 0


def cO6_2_materialize(now: State, to: Updates, player: int, card: bool) -> None:
    """O6.2: Materialize. A card that is materialized can be responded to. If none is, players
    get Opportunity only if something triggers.
    """
    to["course"] = Course.BEGUN
    if card:
        to["cards"] -= 1
        to["stack"].append(Layer(player, Kind.REGALIA, None))


def cO6_3_memory_returns(now: State, to: Updates) -> None:
    """O6.3: Recollection. Players get Opportunity as it starts, once the abilities with
    "beginning of recollection" are on the stack. To act before the turn player's memory goes
    back to their hand there is no later chance than this, and to its going back there is no
    response.
    """
    to["step"] = Step.MEMORY_BACK
    to["course"] = Course.BEGUN


def cO6_6_clean_up(now: State, to: Updates) -> None:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    to["step"] = Step.CLEANED_UP
    to["course"] = Course.BEGUN


def cO7_1_resolve_top_needs(now: State, text: Text, more: bool, triggered: bool) -> bool:
    """Where resolve_top is physically possible (O7.1)."""
    return len(now.stack) > 0


def cO7_4_fizzle_needs(now: State) -> bool:
    """Where fizzle is physically possible (O7.4)."""
    return len(now.stack) > 0


def cO7_4_fizzle(now: State, to: Updates) -> None:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    to["stack"].pop()
    to["course"] = Course.RESOLVED


def cO9_6_retaliate(now: State, to: Updates, player: int, does: bool) -> None:
    """O9.6: Before combat goes on to the damage step each awake defender may retaliate. That
    cannot be answered. Whether the unit that is attacked is awake, the model does not know;
    its player decides whether it does.
    """
    to["retaliates"] = does
    to["step"] = Step.DAMAGE_STEP
    to["course"] = Course.BEGUN


def cO9_7_deal_damage(now: State, to: Updates, destroyed: list[bool], triggered: bool) -> None:
    """O9.7: There is a window before damage, and none while it is dealt. Each combat has an end,
    whatever came of it. What triggers is placed then, and play goes back to the main phase.
    """
    to["step"] = Step.END_OF_COMBAT
    to["course"] = Course.BEGUN
    to["defender"] = None
    to["retaliates"] = False


def cO9_8_draw(now: State, to: Updates) -> None:
    """O9.8: The draw phase lies between Recollection and Main and has no window of its own."""
    to["draws"] = False


def cO9_11_play_attack_card_by_permission_needs(now: State, player: int) -> bool:
    """Where play_attack_card_by_permission is physically possible (O9.11)."""
    return now.cards > 0


def cO9_11_play_attack_card_by_permission(now: State, to: Updates, player: int) -> None:
    """O9.11: An attack card that is activated by permission at another time fizzles if another
    item is on the stack, or if it is not the main phase, or if it is not its player's own
    turn. Each of the three is enough since 2026-04-10. Before that it took all of them.
    """
    to["cards"] -= 1
    to["stack"].append(Layer(player, Kind.ATTACK, None))


def cE1_1_cards_react_needs(now: State, others: list[bool]) -> bool:
    """Where cards_react is physically possible (E1.1)."""
    if not now.noticed:
        return False
    return count(others[p] for p in range(now.players)) <= now.triggers


def cE1_1_cards_react(now: State, to: Updates, others: list[bool]) -> None:
    """E1.1: In a play only so many cards and abilities are played, used or materialized, and
    only so many abilities trigger. Whenever something has happened of which cards can take
    notice, an ability of any player may trigger, or of several players at once: when a phase
    begins, a card is played or materialized, an ability is used, an attack is declared, a
    layer or a part of one resolves, damage is dealt, memory returns, a card is drawn or the
    turn is cleaned up.
    """
    to["noticed"] = False
    for p in range(now.players):
        if others[p]:
            to["triggers"] -= 1
            to["waiting", p, Trigger.SOMETHING_ELSE] = True


def cE1_3_attack_with_the_card_needs(now: State, player: int, whom: int, triggered: bool) -> bool:
    """Where attack_with_the_card is physically possible (E1.3)."""
    if not top_is_an_attack(now):
        return False
    if not whom != player:
        return False
    return not triggered or now.triggers > 0


def cE1_3_attack_with_the_card(
    now: State,
    to: Updates,
    player: int,
    whom: int,
    triggered: bool,
) -> None:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    to["stack"].pop()
    the_retaliation_step_starts(now, to)
    if triggered:
        to["triggers"] -= 1
        to["waiting", player, Trigger.ATTACKS] = True


def cO2_1_may_slow_things(now: State, player: int) -> bool:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    return may_do_slow_things(now, player)


def cO2_1_only_at_no_other_time(now: State, player: int) -> bool:
    """O2.1: Slow is what only the turn player can do, and they only in their main phase, with
    Opportunity and without a layer on the stack. As a rule that goes for an ally, a weapon,
    an item and an attack card. An attack is declared at the same times. Weapons and items do
    nothing here that another slow card does not do, and of allies there are none but slow
    ones.
    """
    return may_do_slow_things(now, player)


def cO2_2_may_fast_things(now: State, player: int) -> bool:
    """O2.2: Fast is what any player can do who has Opportunity, in whoever's turn, and also onto
    layers that wait. An ability that its player chooses to use is as fast as that.
    """
    return window(now) and player == now.opportunity


def cO3_3_may_pass_on(now: State, player: int) -> bool:
    """O3.3: A pass hands Opportunity to the next player in turn order. When all have passed,
    nobody is left to hand it to, and O3.4 says what comes.
    """
    return window(now) and player == now.opportunity


def cO3_4_must_move_on(now: State) -> bool:
    """O3.4: Once all players have passed in a row play goes on: the top layer resolves. If there
    is none, the next phase comes.
    """
    return now.course == Course.MOVING_ON


def cO4_1_must_give_opportunity(now: State) -> bool:
    """O4.1: It comes up when something goes on the stack, which a card does that is played or
    materialized, an ability that is used, and one that triggers. Players have it then before
    that resolves. It also comes up at fixed points of a turn (O6). Who acts keeps Opportunity
    (O3.2); this is about what goes on the stack while nobody has it.
    """
    return now.course == Course.BEGUN and len(now.stack) > 0


def cO4_2_must_give_opportunity(now: State) -> bool:
    """O4.2: When something has resolved and more is waiting, it comes up again before the next
    of them resolves.
    """
    return now.course == Course.RESOLVED and len(now.stack) > 0


def cO5_1_must_place(now: State, player: int, trigger: Trigger) -> bool:
    """O5.1: What triggers by itself (On Enter, On Attack, On Death and the like) goes on the
    stack in the same way as a card and can be responded to in the same way.
    """
    return now.waiting[player][trigger]


def cO5_2_only_place(now: State) -> bool:
    """O5.2: If it triggers while something is resolving, it has to wait until that has resolved
    altogether.
    """
    return not resolving(now)


def cO5_3_only_place(now: State, player: int) -> bool:
    """O5.3: Of several that trigger together the turn player's are put on the stack first, and
    then those of each other player, in turn order. In which order their own go is for each
    player to choose. As the top resolves first, that is the one which was added last.
    """
    return not any(has_triggers(now, other) for other in range(now.players) if distance(now, now.turn, other) < distance(now, now.turn, player))


def cO5_4_only_at_what_is_there(now: State, target: int | None) -> bool:
    """O5.4: If it needs a target, this is chosen as it goes on the stack, and not when it
    resolves.
    """
    return target is None or can_be_targeted(now, given(target))


def cO6_must_begin(now: State) -> bool:
    """O6: A turn has fixed points at which Opportunity comes up, and has steps which nobody can
    respond to. O6.1 | Wake Up | nobody, unless waking up triggers something; there is no
    responding to waking up O6.2 | Materialize | everybody, if a card is materialized or
    something triggers; else nobody O6.3 | Recollection | everybody at the start, when what
    triggers at its beginning is on the stack. It is the last time before memory goes back to
    the hand, and there is no responding to that O6.4 | Main | everybody at the start, and
    whenever the stack has become empty. If the turn player wants to move on, the others are
    asked one last time before End O6.5 | Combat | nobody when an attack is declared.
    Everybody at the start of the retaliation step, when what triggers On Attack is on the
    stack; and once more as the damage step starts O6.6 | End | everybody at the start, when
    what triggers at its beginning is on the stack. It is the last time before the turn is
    cleaned up The phases follow one another as they stand here. Combat is where an attack
    leads to out of the main phase.
    """
    return (
        now.course == Course.BEGINNING
        and now.phase in (Phase.WAKE_UP, Phase.RECOLLECTION, Phase.MAIN, Phase.END)
    )


def cO6_1_must_nothing_woke_with_them(now: State) -> bool:
    """O6.1: Wake Up. Players get Opportunity only if something triggers as the turn player's
    cards wake up. The waking up itself leaves no room for a response. If nothing triggers,
    then, nobody is asked and the phase is over.
    """
    return now.phase == Phase.WAKE_UP and now.course == Course.BEGUN and len(now.stack) == 0


def cO6_2_must_materialize(now: State, player: int) -> bool:
    """O6.2: Materialize. A card that is materialized can be responded to. If none is, players
    get Opportunity only if something triggers.
    """
    return now.phase == Phase.MATERIALIZE and now.course == Course.BEGINNING and player == now.turn


def cO6_2_must_nothing_to_respond_to(now: State) -> bool:
    """O6.2: Materialize. A card that is materialized can be responded to. If none is, players
    get Opportunity only if something triggers.
    """
    return now.phase == Phase.MATERIALIZE and now.course == Course.BEGUN and len(now.stack) == 0


def cO6_3_must_give_opportunity(now: State) -> bool:
    """O6.3: Recollection. Players get Opportunity as it starts, once the abilities with
    "beginning of recollection" are on the stack. To act before the turn player's memory goes
    back to their hand there is no later chance than this, and to its going back there is no
    response.
    """
    return (
        now.phase == Phase.RECOLLECTION
        and now.step == Step.FIRST_STEP
        and now.course == Course.BEGUN
    )


def cO6_3_must_memory_returns(now: State) -> bool:
    """O6.3: Recollection. Players get Opportunity as it starts, once the abilities with
    "beginning of recollection" are on the stack. To act before the turn player's memory goes
    back to their hand there is no later chance than this, and to its going back there is no
    response.
    """
    return (
        now.phase == Phase.RECOLLECTION
        and now.step == Step.FIRST_STEP
        and now.course == Course.MOVING_ON
    )


def cO6_3_must_memory_is_back(now: State) -> bool:
    """O6.3: Recollection. Players get Opportunity as it starts, once the abilities with
    "beginning of recollection" are on the stack. To act before the turn player's memory goes
    back to their hand there is no later chance than this, and to its going back there is no
    response.
    """
    return (
        now.phase == Phase.RECOLLECTION
        and now.step == Step.MEMORY_BACK
        and now.course == Course.BEGUN
        and len(now.stack) == 0
    )


def cO6_4_must_give_opportunity(now: State) -> bool:
    """O6.4: Main. Players get Opportunity as it starts and whenever the stack has become empty.
    If the turn player is ready to move on, the others are asked once more whether they want
    to act, and then the End phase comes.
    """
    return (
        now.phase == Phase.MAIN
        and now.course in (Course.BEGUN, Course.RESOLVED)
        and len(now.stack) == 0
    )


def cO6_5_must_give_opportunity(now: State) -> bool:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    return (
        now.phase == Phase.COMBAT
        and now.course == Course.BEGUN
        and now.step in (Step.RETALIATION, Step.DAMAGE_STEP)
    )


def cO6_6_must_give_opportunity(now: State) -> bool:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    return now.phase == Phase.END and now.step == Step.FIRST_STEP and now.course == Course.BEGUN


def cO6_6_must_clean_up(now: State) -> bool:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    return now.phase == Phase.END and now.course == Course.MOVING_ON


def cO6_6_must_after_the_turn_is_cleaned_up(now: State) -> bool:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    return (
        now.phase == Phase.END
        and now.step == Step.CLEANED_UP
        and now.course == Course.BEGUN
        and len(now.stack) == 0
    )


def cO7_1_must_resolve_top(now: State) -> bool:
    """O7.1: All players share one stack. A layer that is added lies on top, and the top layer is
    the one to resolve. They resolve one at a time: players get Opportunity again before the
    next does.
    """
    return resolving(now)


def cO7_4_only_at_what_can_be_targeted(now: State, target: int | None) -> bool:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    return target is None or can_be_targeted(now, given(target))


def cO7_4_must_fizzle(now: State) -> bool:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    return resolving(now) and not now.half_done and top_has_lost_its_target(now)


def cO7_4_only_resolve_top(now: State) -> bool:
    """O7.4: Targets are looked at again. If a card's target has gone, or cannot be targeted any
    more, when the card would resolve, the card fizzles: nothing of what it says happens. The
    heading speaks of targets, the sentence of a card's. An ability's target is looked at in
    the same way here.
    """
    return now.half_done or not top_has_lost_its_target(now)


def cO7_5_must_give_opportunity(now: State) -> bool:
    """O7.5: The last layer that resolves in the main phase leaves the turn player back in it."""
    return now.phase == Phase.MAIN and now.course == Course.RESOLVED and len(now.stack) == 0


def cO9_1_must_give_opportunity(now: State) -> bool:
    """O9.1: After each resolution, and after whatever the turn itself does, the turn player is
    the first to receive Opportunity, even if what resolved was an opponent's. After a card it
    is whoever played it. That is so with an empty stack as well, in any phase.
    """
    return now.course == Course.RESOLVED and len(now.stack) == 0


def cO9_6_must_retaliate(now: State, player: int) -> bool:
    """O9.6: Before combat goes on to the damage step each awake defender may retaliate. That
    cannot be answered. Whether the unit that is attacked is awake, the model does not know;
    its player decides whether it does.
    """
    return (
        now.phase == Phase.COMBAT
        and now.step == Step.RETALIATION
        and now.course == Course.MOVING_ON
        and player == now.defender
    )


def cO9_7_must_deal_damage(now: State) -> bool:
    """O9.7: There is a window before damage, and none while it is dealt. Each combat has an end,
    whatever came of it. What triggers is placed then, and play goes back to the main phase.
    """
    return (
        now.phase == Phase.COMBAT
        and now.step == Step.DAMAGE_STEP
        and now.course == Course.MOVING_ON
    )


def cO9_7_must_combat_is_over(now: State) -> bool:
    """O9.7: There is a window before damage, and none while it is dealt. Each combat has an end,
    whatever came of it. What triggers is placed then, and play goes back to the main phase.
    """
    return (
        now.phase == Phase.COMBAT
        and now.step == Step.END_OF_COMBAT
        and now.course == Course.BEGUN
        and len(now.stack) == 0
    )


def cO9_8_must_draw(now: State) -> bool:
    """O9.8: The draw phase lies between Recollection and Main and has no window of its own."""
    return now.draws


def cO9_8_only_without_a_window_of_its_own(now: State) -> bool:
    """O9.8: The draw phase lies between Recollection and Main and has no window of its own."""
    return now.course != Course.BEGINNING


def cO9_11_must_fizzle(now: State) -> bool:
    """O9.11: An attack card that is activated by permission at another time fizzles if another
    item is on the stack, or if it is not the main phase, or if it is not its player's own
    turn. Each of the three is enough since 2026-04-10. Before that it took all of them.
    """
    return resolving(now) and top_is_an_attack_out_of_time(now)


def cO9_11_only_attack_with_the_card(now: State) -> bool:
    """O9.11: An attack card that is activated by permission at another time fizzles if another
    item is on the stack, or if it is not the main phase, or if it is not its player's own
    turn. Each of the three is enough since 2026-04-10. Before that it took all of them.
    """
    return not top_is_an_attack_out_of_time(now)


def cE1_1_only_cards_react(now: State, others: list[bool]) -> bool:
    """E1.1: In a play only so many cards and abilities are played, used or materialized, and
    only so many abilities trigger. Whenever something has happened of which cards can take
    notice, an ability of any player may trigger, or of several players at once: when a phase
    begins, a card is played or materialized, an ability is used, an attack is declared, a
    layer or a part of one resolves, damage is dealt, memory returns, a card is drawn or the
    turn is cleaned up.
    """
    return not any(others[p] and now.waiting[p][Trigger.SOMETHING_ELSE] for p in range(now.players))


def cE1_1_must_cards_react(now: State) -> bool:
    """E1.1: In a play only so many cards and abilities are played, used or materialized, and
    only so many abilities trigger. Whenever something has happened of which cards can take
    notice, an ability of any player may trigger, or of several players at once: when a phase
    begins, a card is played or materialized, an ability is used, an attack is declared, a
    layer or a part of one resolves, damage is dealt, memory returns, a card is drawn or the
    turn is cleaned up.
    """
    return now.noticed


def cE1_2_only_one_ally(now: State, player: int) -> bool:
    """E1.2: A player has one ally in play at most. It may be shielded against the next damage in
    this turn, or veiled, so that it cannot be targeted in this turn.
    """
    return now.unit[player] == Unit.ABSENT


def cE1_3_only_the_card_has_such_a_text(now: State, text: Text, more: bool) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return now.stack[-1].target is not None or (text == Text.PLAIN and not more)


def cE1_3_only_it_has_so_many_parts(now: State, more: bool) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return not more or (now.scope["parts"] > 0 and not now.half_done)


def cE1_3_only_something_triggers_on_it(now: State, text: Text, triggered: bool) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    if not triggered:
        return True
    if text == Text.DAMAGE:
        return (
            now.triggers > 0
            and now.stack[-1].target is not None
            and is_struck(now, given(now.stack[-1].target))
        )
    return now.triggers > 0 and now.stack[-1].kind == Kind.ALLY


def cE1_3_must_attack_with_the_card(now: State, player: int) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return resolving(now) and player == now.stack[-1].controller


def cE1_3_only_it_is_no_attack_card(now: State) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return not top_is_an_attack(now)


def cE1_3_only_anybody_attacks(now: State) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return now.scope["attacks"] > 0


def cE1_3_may_a_card_permits_it(now: State, player: int) -> bool:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    return window(now) and player == now.opportunity


def cE1_4_only_who_can_be_destroyed(now: State, destroyed: list[bool]) -> bool:
    """E1.4: In combat the ally that is attacked may be destroyed, and if it retaliates that of
    the attacker; shields help. If one is, it may have triggered On Death.
    """
    return all(
        is_struck(now, p) and (p == now.defender or (p == now.turn and now.retaliates)) for p in range(now.players) if destroyed[p]
    )


def cE1_4_only_something_triggers_on_destruction(
    now: State,
    destroyed: list[bool],
    triggered: bool,
) -> bool:
    """E1.4: In combat the ally that is attacked may be destroyed, and if it retaliates that of
    the attacker; shields help. If one is, it may have triggered On Death.
    """
    return (
        not triggered
        or (
            any(destroyed[p] for p in range(now.players))
            and count(destroyed[p] for p in range(now.players)) <= now.triggers
        )
    )


def cO3_1_give_opportunity_2(now: State, to: Updates) -> None:
    """O3.1: The turn player is the first to get Opportunity: when the main phase starts, and at
    most other points at which it comes up. Which points are not among the most, the text does
    not say. That acting keeps it (O3.2) is the one exception it has, so here it is the turn
    player wherever Opportunity comes up anew.
    """
    to["opportunity"] = now.turn


def cO3_2_whoever_plays_a_card_has_it_again(now: State, to: Updates, player: int) -> None:
    """O3.2: Whoever has played a card or used an ability gets Opportunity again, and so can go
    on and do several things. Nothing that a player has played resolves until they pass.
    Something may trigger on the very card or ability (O5.1). The text does not say that this
    makes a difference.
    """
    to["opportunity"] = player


def cO3_2_whoever_uses_an_ability_has_it_again(now: State, to: Updates, player: int) -> None:
    """O3.2: Whoever has played a card or used an ability gets Opportunity again, and so can go
    on and do several things. Nothing that a player has played resolves until they pass.
    Something may trigger on the very card or ability (O5.1). The text does not say that this
    makes a difference.
    """
    to["opportunity"] = player


def cO3_2_whoever_acted_has_it_all_the_same(now: State, to: Updates) -> None:
    """O3.2: Whoever has played a card or used an ability gets Opportunity again, and so can go
    on and do several things. Nothing that a player has played resolves until they pass.
    Something may trigger on the very card or ability (O5.1). The text does not say that this
    makes a difference.
    """
    if window(now):
        to["opportunity"].keep()


def cO3_3_pass_on(now: State, to: Updates, player: int) -> None:
    """O3.3: A pass hands Opportunity to the next player in turn order. When all have passed,
    nobody is left to hand it to, and O3.4 says what comes.
    """
    if now.passes + 1 < now.players:
        to["opportunity"] = next_player(now, player)


def cO3_4_pass_on(now: State, to: Updates) -> None:
    """O3.4: Once all players have passed in a row play goes on: the top layer resolves. If there
    is none, the next phase comes.
    """
    if now.passes + 1 < now.players:
        to["passes"] += 1
    else:
        to["passes"] = 0
        if len(now.stack) > 0:
            to["course"] = Course.RESOLVING
        else:
            to["course"] = Course.MOVING_ON


def cO3_4_they_pass_anew(now: State, to: Updates) -> None:
    """O3.4: Once all players have passed in a row play goes on: the top layer resolves. If there
    is none, the next phase comes.
    """
    to["passes"] = 0


def cO3_4_move_on_2(now: State, to: Updates) -> None:
    """O3.4: Once all players have passed in a row play goes on: the top layer resolves. If there
    is none, the next phase comes.
    """
    to["phase"] = phase_after(now, now.phase)


def cO6_move_on(now: State, to: Updates) -> None:
    """O6: A turn has fixed points at which Opportunity comes up, and has steps which nobody can
    respond to. O6.1 | Wake Up | nobody, unless waking up triggers something; there is no
    responding to waking up O6.2 | Materialize | everybody, if a card is materialized or
    something triggers; else nobody O6.3 | Recollection | everybody at the start, when what
    triggers at its beginning is on the stack. It is the last time before memory goes back to
    the hand, and there is no responding to that O6.4 | Main | everybody at the start, and
    whenever the stack has become empty. If the turn player wants to move on, the others are
    asked one last time before End O6.5 | Combat | nobody when an attack is declared.
    Everybody at the start of the retaliation step, when what triggers On Attack is on the
    stack; and once more as the damage step starts O6.6 | End | everybody at the start, when
    what triggers at its beginning is on the stack. It is the last time before the turn is
    cleaned up The phases follow one another as they stand here. Combat is where an attack
    leads to out of the main phase.
    """
    to["step"] = Step.FIRST_STEP


def cO6_5_declare_attack(now: State, to: Updates, player: int, triggered: bool) -> None:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    the_retaliation_step_starts(now, to)
    if triggered:
        to["triggers"] -= 1
        to["waiting", player, Trigger.ATTACKS] = True


def cO6_6_move_on(now: State, to: Updates) -> None:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    if now.phase == Phase.END:
        to["turn"] = next_player(now, now.turn)


def cO7_3_resolve_top(now: State, to: Updates, more: bool) -> None:
    """O7.3: A layer resolves completely: what its text says is done, all of it, from top to
    bottom. What a text has in two parts is done in two steps.
    """
    to["half_done"] = more
    if not more:
        to["stack"].pop()
        to["course"] = Course.RESOLVED


def cO8_ex1_what_is_negated_leaves_the_stack(now: State, to: Updates, text: Text) -> None:
    """O8.ex1: It is your main phase. You play an ally, Dungeon Guide, with an On Enter ability.
    While it lies on the stack it can be responded to, and so can the On Enter trigger that is
    put there once it has resolved and is in play. This second time your opponent does
    respond: their fast card, Stifling Trap, does 2 damage to an ally, and whatever of that
    ally's On Enter triggers is on the stack it then negates. It resolves first, being on top.
    The ally takes the damage, and its trigger, taken off the stack, never resolves. You are
    in your main phase with nothing on the stack, and have Opportunity. The story passes over
    the passes. That the damage destroys nothing is left to the cards, as is what STIFLE
    stands for: to negate.
    """
    if text == Text.STIFLE:
        for i in range(len(now.stack)):
            if (
                i + 1 < len(now.stack)
                and now.stack[i].kind == Kind.ON_ENTER
                and now.stack[i].controller == now.stack[-1].target
            ):
                to["stack"].pop(i)


def cO9_2_the_turn_player_has_it_after_an_ability(now: State, to: Updates) -> None:
    """O9.2: Of an activated ability two passages speak. By one of them whoever used it receives
    Opportunity next, as in O3.2; by the other it is the turn player.
    """
    to["opportunity"] = now.turn


def cO9_3_then_then_the_turn_player_receives_it(now: State, to: Updates) -> None:
    """O9.3: Before anybody receives Opportunity, states are checked and the turn does what it
    has to do. What triggers meanwhile is put on the stack, and then the turn player receives
    it. Of the checks there is one that matters here: an ally with enough damage is destroyed.
    Nothing can happen between the damage and the check, so the two are one step.
    """
    if window(now) and not triggers_wait(now):
        to["opportunity"] = now.turn


def cO9_5_move_on(now: State, to: Updates) -> None:
    """O9.5: Inside Recollection and Combat, when all have passed with an empty stack, it is not
    the next phase that comes but the next step. Recollection goes on with the return of
    memory by O6.3. In Combat the damage step follows the retaliation step; after the damage
    there is the end of combat, and after that the main phase again.
    """
    if now.phase == Phase.COMBAT:
        to["phase"] = Phase.MAIN
        to["course"] = Course.BEGUN


def cO9_6_somebody_is_attacked(now: State, to: Updates, whom: int) -> None:
    """O9.6: Before combat goes on to the damage step each awake defender may retaliate. That
    cannot be answered. Whether the unit that is attacked is awake, the model does not know;
    its player decides whether it does.
    """
    to["defender"] = whom


def cO9_8_move_on(now: State, to: Updates) -> None:
    """O9.8: The draw phase lies between Recollection and Main and has no window of its own."""
    if now.phase == Phase.RECOLLECTION:
        to["draws"] = True


def cE1_1_cards_take_notice(now: State, to: Updates) -> None:
    """E1.1: In a play only so many cards and abilities are played, used or materialized, and
    only so many abilities trigger. Whenever something has happened of which cards can take
    notice, an ability of any player may trigger, or of several players at once: when a phase
    begins, a card is played or materialized, an ability is used, an attack is declared, a
    layer or a part of one resolves, damage is dealt, memory returns, a card is drawn or the
    turn is cleaned up.
    """
    to["noticed"] = now.triggers > 0


def cE1_2_clean_up(now: State, to: Updates) -> None:
    """E1.2: A player has one ally in play at most. It may be shielded against the next damage in
    this turn, or veiled, so that it cannot be targeted in this turn.
    """
    for p in range(now.players):
        if now.unit[p] in (Unit.SHIELDED, Unit.VEILED):
            to["unit", p] = Unit.PRESENT


def cE1_3_what_it_does(now: State, to: Updates, text: Text, triggered: bool) -> None:
    """E1.3: What resolves brings its ally into play, or begins its attack, or does to its target
    what its text says: it deals enough damage to destroy it, shields it, veils it, or negates
    the On Enter triggers that it has on the stack. What enters may have triggered On Enter,
    and what is destroyed On Death. On Enter of a card that is no ally is never negated here,
    and so is one of the other triggers.
    """
    if now.stack[-1].kind == Kind.ALLY:
        to["unit", now.stack[-1].controller] = Unit.PRESENT
        if triggered:
            to["triggers"] -= 1
            to["waiting", now.stack[-1].controller, Trigger.ENTERS] = True
    if text == Text.DAMAGE:
        strike(now, to, given(now.stack[-1].target))
        if triggered:
            to["triggers"] -= 1
            to["waiting", given(now.stack[-1].target), Trigger.DIES] = True
    if text == Text.SHIELD and now.unit[given(now.stack[-1].target)] == Unit.PRESENT:
        to["unit", given(now.stack[-1].target)] = Unit.SHIELDED
    if text == Text.VEIL and now.unit[given(now.stack[-1].target)] != Unit.ABSENT:
        to["unit", given(now.stack[-1].target)] = Unit.VEILED


def cE1_4_they_are_destroyed(
    now: State,
    to: Updates,
    destroyed: list[bool],
    triggered: bool,
) -> None:
    """E1.4: In combat the ally that is attacked may be destroyed, and if it retaliates that of
    the attacker; shields help. If one is, it may have triggered On Death.
    """
    for p in range(now.players):
        if destroyed[p]:
            to["unit", p] = Unit.ABSENT
            if triggered:
                to["triggers"] -= 1
                to["waiting", p, Trigger.DIES] = True


def claim_it_happens_at_once(game: Questions, now: State, after: State, player: int) -> bool:
    """O1.1: Nothing that is played happens there and then. A card or an ability first waits on
    the effects stack, as a layer of it, and until it resolves everybody is given a chance to
    respond. A layer has a controller, and it may have a target. Targets are allies here; a
    player has one ally in play at most, so it is enough to say whose (E1.2).
    """
    return (
        game.doing(
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "play_fast",
                "use_ability",
                "place",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
        and len(after.stack) <= len(now.stack)
    )


def claim_it_resolves_before_everybody_could_respond(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O1.1: Nothing that is played happens there and then. A card or an ability first waits on
    the effects stack, as a layer of it, and until it resolves everybody is given a chance to
    respond. A layer has a controller, and it may have a target. Targets are allies here; a
    player has one ally in play at most, so it is enough to say whose (E1.2).
    """
    return (
        game.doing("pass_on", player=player)
        and resolving(after)
        and now.passes + 1 < now.players
    )


def claim_somebody_has_it_outside_a_window(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O3.1: The turn player is the first to get Opportunity: when the main phase starts, and at
    most other points at which it comes up. Which points are not among the most, the text does
    not say. That acting keeps it (O3.2) is the one exception it has, so here it is the turn
    player wherever Opportunity comes up anew.
    """
    return (
        game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
        and not (window(now) and player == now.opportunity)
    )


def claim_it_changes_hands_without_a_pass(game: Questions, now: State, after: State) -> bool:
    """O3.2: Whoever has played a card or used an ability gets Opportunity again, and so can go
    on and do several things. Nothing that a player has played resolves until they pass.
    Something may trigger on the very card or ability (O5.1). The text does not say that this
    makes a difference.
    """
    return (
        window(now)
        and window(after)
        and after.opportunity != now.opportunity
        and not game.doing("pass_on")
    )


def claim_it_resolves_without_a_pass(game: Questions, now: State, after: State) -> bool:
    """O3.2: Whoever has played a card or used an ability gets Opportunity again, and so can go
    on and do several things. Nothing that a player has played resolves until they pass.
    Something may trigger on the very card or ability (O5.1). The text does not say that this
    makes a difference.
    """
    return resolving(after) and not resolving(now) and not game.doing("pass_on")


def claim_a_layer_resolves_unanswered(game: Questions, now: State, after: State) -> bool:
    """O4.1: It comes up when something goes on the stack, which a card does that is played or
    materialized, an ability that is used, and one that triggers. Players have it then before
    that resolves. It also comes up at fixed points of a turn (O6). Who acts keeps Opportunity
    (O3.2); this is about what goes on the stack while nobody has it.
    """
    return not window(now) and len(now.stack) > 0 and resolving(after) and not resolving(now)


def claim_a_phase_follows_out_of_turn(game: Questions, now: State, after: State) -> bool:
    """O6: A turn has fixed points at which Opportunity comes up, and has steps which nobody can
    respond to. O6.1 | Wake Up | nobody, unless waking up triggers something; there is no
    responding to waking up O6.2 | Materialize | everybody, if a card is materialized or
    something triggers; else nobody O6.3 | Recollection | everybody at the start, when what
    triggers at its beginning is on the stack. It is the last time before memory goes back to
    the hand, and there is no responding to that O6.4 | Main | everybody at the start, and
    whenever the stack has become empty. If the turn player wants to move on, the others are
    asked one last time before End O6.5 | Combat | nobody when an attack is declared.
    Everybody at the start of the retaliation step, when what triggers On Attack is on the
    stack; and once more as the damage step starts O6.6 | End | everybody at the start, when
    what triggers at its beginning is on the stack. It is the last time before the turn is
    cleaned up The phases follow one another as they stand here. Combat is where an attack
    leads to out of the main phase.
    """
    return (
        after.phase != now.phase
        and after.phase != phase_after(now, now.phase)
        and Phase.COMBAT not in (now.phase, after.phase)
    )


def claim_waking_up_is_responded_to(game: Questions, now: State, after: State, player: int) -> bool:
    """O6.1: Wake Up. Players get Opportunity only if something triggers as the turn player's
    cards wake up. The waking up itself leaves no room for a response. If nothing triggers,
    then, nobody is asked and the phase is over.
    """
    return (
        now.phase == Phase.WAKE_UP
        and now.course == Course.BEGINNING
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_the_return_is_responded_to(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O6.3: Recollection. Players get Opportunity as it starts, once the abilities with
    "beginning of recollection" are on the stack. To act before the turn player's memory goes
    back to their hand there is no later chance than this, and to its going back there is no
    response.
    """
    return (
        now.phase == Phase.RECOLLECTION
        and now.course == Course.MOVING_ON
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_nobody_is_asked(game: Questions, now: State, after: State) -> bool:
    """O6.4: Main. Players get Opportunity as it starts and whenever the stack has become empty.
    If the turn player is ready to move on, the others are asked once more whether they want
    to act, and then the End phase comes.
    """
    return now.phase == Phase.MAIN and len(now.stack) == 0 and not window(now)


def claim_the_others_have_no_last_chance(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O6.4: Main. Players get Opportunity as it starts and whenever the stack has become empty.
    If the turn player is ready to move on, the others are asked once more whether they want
    to act, and then the End phase comes.
    """
    return (
        now.phase == Phase.MAIN
        and game.doing("pass_on", player=player)
        and after.course == Course.MOVING_ON
        and player == now.turn
    )


def claim_the_declaration_is_responded_to(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    return (
        now.phase == Phase.COMBAT
        and now.course == Course.BEGUN
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_players_are_asked_in_the_retaliation_step(
    game: Questions,
    now: State,
    after: State,
) -> bool:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    return now.phase == Phase.COMBAT and now.step == Step.RETALIATION and window(now)


def claim_players_are_asked_in_the_damage_step(game: Questions, now: State, after: State) -> bool:
    """O6.5: Combat. When an attack is declared nobody gets Opportunity, so that there is no
    response to it. Players get it as the retaliation step starts, once what triggers On
    Attack lies on the stack, and a second time as the damage step starts.
    """
    return now.phase == Phase.COMBAT and now.step == Step.DAMAGE_STEP and window(now)


def claim_cleaning_up_is_responded_to(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O6.6: End. Players get Opportunity as it starts, once the abilities with "beginning of the
    end phase" are on the stack. To act before the turn is cleaned up there is no later chance
    than this. With the turn cleaned up, the next player's turn begins.
    """
    return (
        now.phase == Phase.END
        and now.course == Course.MOVING_ON
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_two_resolve_without_a_chance_in_between(
    game: Questions,
    now: State,
    after: State,
) -> bool:
    """O7.1: All players share one stack. A layer that is added lies on top, and the top layer is
    the one to resolve. They resolve one at a time: players get Opportunity again before the
    next does.
    """
    return (game.doing("resolve_top", more=False) or game.doing("fizzle")) and resolving(after)


def claim_layers_stay_where_they_are_premise(game: Questions, now: State, after: State) -> bool:
    """O7.2: The order of the layers is fixed. Rearranging them is not possible for anyone. To
    negate a layer is not to rearrange the others: what lies above and beneath stays in its
    order.
    """
    return len(after.stack) >= len(now.stack)


def claim_layers_stay_where_they_are(game: Questions, now: State, after: State) -> bool:
    """O7.2: The order of the layers is fixed. Rearranging them is not possible for anyone. To
    negate a layer is not to rearrange the others: what lies above and beneath stays in its
    order.
    """
    return all(after.stack[i] == now.stack[i] for i in range(len(now.stack)))


def claim_the_turn_player_is_back_in_it_premise(game: Questions, now: State, after: State) -> bool:
    """O7.5: The last layer that resolves in the main phase leaves the turn player back in it."""
    return now.phase == Phase.MAIN and window(now) and len(now.stack) == 0 and now.passes == 0


def claim_the_turn_player_is_back_in_it(game: Questions, now: State, after: State) -> bool:
    """O7.5: The last layer that resolves in the main phase leaves the turn player back in it."""
    return now.opportunity == now.turn


def claim_somebody_acts_while_triggers_wait(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O9.3: Before anybody receives Opportunity, states are checked and the turn does what it
    has to do. What triggers meanwhile is put on the stack, and then the turn player receives
    it. Of the checks there is one that matters here: an ally with enough damage is destroyed.
    Nothing can happen between the damage and the check, so the two are one step.
    """
    return (
        triggers_wait(now)
        and game.legal(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_memory_returns_from_under_a_layer(game: Questions, now: State, after: State) -> bool:
    """O9.4: In Recollection what has triggered at the beginning resolves in a round of its own.
    After it there is a window with an empty stack, and then memory returns. The retaliation
    step goes in the same way, with what triggers On Attack.
    """
    return game.doing("memory_returns") and len(now.stack) > 0


def claim_somebody_retaliates_before_on_attack_is_done(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O9.4: In Recollection what has triggered at the beginning resolves in a round of its own.
    After it there is a window with an empty stack, and then memory returns. The retaliation
    step goes in the same way, with what triggers On Attack.
    """
    return game.doing("retaliate", player=player) and len(now.stack) > 0


def claim_retaliation_is_answered(game: Questions, now: State, after: State, player: int) -> bool:
    """O9.6: Before combat goes on to the damage step each awake defender may retaliate. That
    cannot be answered. Whether the unit that is attacked is awake, the model does not know;
    its player decides whether it does.
    """
    return (
        now.phase == Phase.COMBAT
        and now.step == Step.RETALIATION
        and now.course == Course.MOVING_ON
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_damage_is_answered(game: Questions, now: State, after: State, player: int) -> bool:
    """O9.7: There is a window before damage, and none while it is dealt. Each combat has an end,
    whatever came of it. What triggers is placed then, and play goes back to the main phase.
    """
    return (
        now.phase == Phase.COMBAT
        and now.step == Step.DAMAGE_STEP
        and now.course == Course.MOVING_ON
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_combat_leads_back_to_the_main_phase(game: Questions, now: State, after: State) -> bool:
    """O9.7: There is a window before damage, and none while it is dealt. Each combat has an end,
    whatever came of it. What triggers is placed then, and play goes back to the main phase.
    """
    return now.phase == Phase.COMBAT and after.phase == Phase.MAIN


def claim_drawing_is_responded_to(game: Questions, now: State, after: State, player: int) -> bool:
    """O9.8: The draw phase lies between Recollection and Main and has no window of its own."""
    return (
        now.phase == Phase.MAIN
        and now.course == Course.BEGINNING
        and game.can(
            now,
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "declare_attack",
                "play_fast",
                "use_ability",
                "pass_on",
                "play_attack_card_by_permission",
            ),
            player=player,
        )
    )


def claim_it_ends_without_the_turn_player_passing_first(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O9.9: If anybody has done something while the turn player was moving on from Main, the
    turn player is back in the main phase, slow actions included. To move on they have to pass
    once more.
    """
    return (
        now.phase == Phase.MAIN
        and game.doing("pass_on", player=player)
        and after.course == Course.MOVING_ON
        and next_player(now, player) != now.turn
    )


def claim_the_turn_ends_with_something_to_clean_up(
    game: Questions,
    now: State,
    after: State,
) -> bool:
    """O9.10: In End there are the triggers, one window (it lasts until all have passed with an
    empty stack), and the clean-up. If that has changed something and triggers were placed,
    players get Opportunity for these, and the turn is cleaned up once more.
    """
    return (
        game.doing("move_on")
        and now.phase == Phase.END
        and any(now.unit[p] in (Unit.SHIELDED, Unit.VEILED) for p in range(now.players))
    )


def claim_an_attack_begins_out_of_time(
    game: Questions,
    now: State,
    after: State,
    player: int,
) -> bool:
    """O9.11: An attack card that is activated by permission at another time fizzles if another
    item is on the stack, or if it is not the main phase, or if it is not its player's own
    turn. Each of the three is enough since 2026-04-10. Before that it took all of them.
    """
    return (
        game.doing("attack_with_the_card", player=player)
        and (len(now.stack) > 1 or now.phase != Phase.MAIN or player != now.turn)
    )


def game_is_over(now: State) -> bool:
    """Whether nothing more need happen."""
    return over(now)


TYPE_KIND = EnumType(
    "Kind",
    ("ACTION", "ALLY", "ATTACK", "REGALIA", "ON_ENTER", "ON_ATTACK", "ON_DEATH", "OTHER_TRIGGER"),
)
TYPE_COURSE = EnumType(
    "Course",
    ("BEGINNING", "BEGUN", "OPEN", "RESOLVING", "RESOLVED", "MOVING_ON"),
)
TYPE_TRIGGER = EnumType("Trigger", ("ENTERS", "ATTACKS", "DIES", "SOMETHING_ELSE"))
TYPE_PHASE = EnumType("Phase", ("WAKE_UP", "MATERIALIZE", "RECOLLECTION", "MAIN", "COMBAT", "END"))
TYPE_STEP = EnumType(
    "Step",
    ("FIRST_STEP", "MEMORY_BACK", "RETALIATION", "DAMAGE_STEP", "END_OF_COMBAT", "CLEANED_UP"),
)
TYPE_UNIT = EnumType("Unit", ("ABSENT", "PRESENT", "SHIELDED", "VEILED"))
TYPE_TEXT = EnumType("Text", ("PLAIN", "DAMAGE", "SHIELD", "VEIL", "STIFLE"))
TYPE_LAYER = RecordType(
    "Layer",
    (("controller", PlayerType()), ("kind", TYPE_KIND), ("target", MaybeType(PlayerType()))),
)
MODEL = Rules(
    name="opportunity",
    title="Opportunity and the effects stack",
    edition="2026-10",
    players=(2, 4),
    scope=(("cards", 2), ("triggers", 2), ("attacks", 1), ("parts", 1)),
    golden_rule=False,
    clauses=(
        "O1",
        "O1.1",
        "O2",
        "O2.1",
        "O2.2",
        "O3",
        "O3.1",
        "O3.2",
        "O3.3",
        "O3.4",
        "O4",
        "O4.1",
        "O4.2",
        "O5",
        "O5.1",
        "O5.2",
        "O5.3",
        "O5.4",
        "O6",
        "O6.1",
        "O6.2",
        "O6.3",
        "O6.4",
        "O6.5",
        "O6.6",
        "O7",
        "O7.1",
        "O7.2",
        "O7.3",
        "O7.4",
        "O7.5",
        "O8",
        "O8.ex1",
        "O8.ex2",
        "O9",
        "O9.1",
        "O9.2",
        "O9.3",
        "O9.4",
        "O9.5",
        "O9.6",
        "O9.7",
        "O9.8",
        "O9.9",
        "O9.10",
        "O9.11",
        "O10",
        "O10.1",
        "O10.2",
        "O10.3",
        "O10.4",
        "E1",
        "E1.1",
        "E1.2",
        "E1.3",
        "E1.4",
        "E2",
        "E2.1",
    ),
    state=State,
    enums=(
        (TYPE_KIND, Kind),
        (TYPE_COURSE, Course),
        (TYPE_TRIGGER, Trigger),
        (TYPE_PHASE, Phase),
        (TYPE_STEP, Step),
        (TYPE_UNIT, Unit),
        (TYPE_TEXT, Text),
    ),
    records=((TYPE_LAYER, Layer),),
    fields=(
        FieldRule(
            "stack",
            ListType(TYPE_LAYER, SizeSum(ScopeName("cards"), ScopeName("triggers"))),
            "O1.1",
        ),
        FieldRule("turn", PlayerType(), "O3.1", start=0),
        FieldRule("course", TYPE_COURSE, "O3.1", start=Course.BEGINNING),
        FieldRule("opportunity", MaybeType(PlayerType()), "O3.1", start=None, told=True),
        FieldRule(
            "passes",
            RangeType(Number(0), SizeSum(PlayerCount(), Number(1), minus=True)),
            "O3.4",
            start=0,
        ),
        FieldRule(
            "waiting",
            EachType(PlayerType(), EachType(TYPE_TRIGGER, BoolType())),
            "O5.1",
            start=False,
        ),
        FieldRule("phase", TYPE_PHASE, "O6", start=Phase.WAKE_UP),
        FieldRule("step", TYPE_STEP, "O6", start=Step.FIRST_STEP),
        FieldRule("half_done", BoolType(), "O7.3", start=False),
        FieldRule("defender", MaybeType(PlayerType()), "O9.6", start=None),
        FieldRule("retaliates", BoolType(), "O9.6", start=False),
        FieldRule("draws", BoolType(), "O9.8", start=False),
        FieldRule("cards", StockType(ScopeName("cards")), "E1.1"),
        FieldRule("triggers", StockType(ScopeName("triggers")), "E1.1"),
        FieldRule("noticed", BoolType(), "E1.1", start=False),
        FieldRule("unit", EachType(PlayerType(), TYPE_UNIT), "E1.2", start=Unit.ABSENT),
    ),
    helpers={
        "may_do_slow_things": may_do_slow_things,
        "window": window,
        "resolving": resolving,
        "answerable": answerable,
        "layer_of": layer_of,
        "has_triggers": has_triggers,
        "triggers_wait": triggers_wait,
        "phase_after": phase_after,
        "before_end": before_end,
        "the_retaliation_step_starts": the_retaliation_step_starts,
        "can_be_targeted": can_be_targeted,
        "top_has_lost_its_target": top_has_lost_its_target,
        "top_is_an_attack_out_of_time": top_is_an_attack_out_of_time,
        "is_struck": is_struck,
        "strike": strike,
        "top_is_an_attack": top_is_an_attack,
        "over": over,
    },
    actions=(
        ActionRule(
            "play_ally",
            "O2.1",
            ActionKind.MOVE,
            tags=("acts", "slow", "plays", "puts"),
            parameters=(ParameterRule("player", PlayerType()),),
            needs=cO2_1_play_ally_needs,
        ),
        ActionRule(
            "play_attack_card",
            "O2.1",
            ActionKind.MOVE,
            tags=("acts", "slow", "plays", "puts"),
            parameters=(ParameterRule("player", PlayerType()),),
            needs=cO2_1_play_attack_card_needs,
        ),
        ActionRule(
            "play_slow_card",
            "O2.1",
            ActionKind.MOVE,
            tags=("acts", "slow", "plays", "puts", "aims"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("target", MaybeType(PlayerType())),
            ),
            needs=cO2_1_play_slow_card_needs,
        ),
        ActionRule(
            "declare_attack",
            "O2.1",
            ActionKind.MOVE,
            tags=("acts", "slow"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("whom", PlayerType()),
                ParameterRule("triggered", BoolType()),
            ),
            needs=cO2_1_declare_attack_needs,
        ),
        ActionRule(
            "play_fast",
            "O2.2",
            ActionKind.MOVE,
            tags=("acts", "respond", "fast", "plays", "puts", "aims"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("target", MaybeType(PlayerType())),
            ),
            needs=cO2_2_play_fast_needs,
        ),
        ActionRule(
            "use_ability",
            "O2.2",
            ActionKind.MOVE,
            tags=("acts", "respond", "fast", "puts", "aims"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("target", MaybeType(PlayerType())),
            ),
            needs=cO2_2_use_ability_needs,
        ),
        ActionRule("give_opportunity", "O3.1", ActionKind.STEP),
        ActionRule(
            "pass_on",
            "O3.3",
            ActionKind.MOVE,
            tags=("acts",),
            parameters=(ParameterRule("player", PlayerType()),),
        ),
        ActionRule("move_on", "O3.4", ActionKind.STEP),
        ActionRule(
            "place",
            "O5.1",
            ActionKind.MOVE,
            tags=("puts", "aims"),
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("trigger", TYPE_TRIGGER),
                ParameterRule("target", MaybeType(PlayerType())),
            ),
            needs=cO5_1_place_needs,
        ),
        ActionRule("begin", "O6", ActionKind.STEP),
        ActionRule(
            "materialize",
            "O6.2",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("card", BoolType())),
            needs=cO6_2_materialize_needs,
        ),
        ActionRule("memory_returns", "O6.3", ActionKind.STEP),
        ActionRule("clean_up", "O6.6", ActionKind.STEP),
        ActionRule(
            "resolve_top",
            "O7.1",
            ActionKind.STEP,
            parameters=(
                ParameterRule("text", TYPE_TEXT),
                ParameterRule("more", BoolType()),
                ParameterRule("triggered", BoolType()),
            ),
            needs=cO7_1_resolve_top_needs,
        ),
        ActionRule("fizzle", "O7.4", ActionKind.STEP, needs=cO7_4_fizzle_needs),
        ActionRule(
            "retaliate",
            "O9.6",
            ActionKind.MOVE,
            parameters=(ParameterRule("player", PlayerType()), ParameterRule("does", BoolType())),
        ),
        ActionRule(
            "deal_damage",
            "O9.7",
            ActionKind.STEP,
            parameters=(
                ParameterRule("destroyed", EachType(PlayerType(), BoolType())),
                ParameterRule("triggered", BoolType()),
            ),
        ),
        ActionRule("draw", "O9.8", ActionKind.STEP),
        ActionRule(
            "play_attack_card_by_permission",
            "O9.11",
            ActionKind.MOVE,
            tags=("acts", "respond", "plays", "puts"),
            parameters=(ParameterRule("player", PlayerType()),),
            needs=cO9_11_play_attack_card_by_permission_needs,
        ),
        ActionRule(
            "cards_react",
            "E1.1",
            ActionKind.STEP,
            parameters=(ParameterRule("others", EachType(PlayerType(), BoolType())),),
            needs=cE1_1_cards_react_needs,
        ),
        ActionRule(
            "attack_with_the_card",
            "E1.3",
            ActionKind.MOVE,
            parameters=(
                ParameterRule("player", PlayerType()),
                ParameterRule("whom", PlayerType()),
                ParameterRule("triggered", BoolType()),
            ),
            needs=cE1_3_attack_with_the_card_needs,
        ),
    ),
    norms=(
        NormRule(
            NormKind.MAY,
            "O2.1",
            ("play_ally", "play_attack_card", "play_slow_card", "declare_attack"),
            ("player",),
            cO2_1_may_slow_things,
        ),
        NormRule(
            NormKind.ONLY,
            "O2.1",
            ("play_ally", "play_attack_card", "play_slow_card", "declare_attack"),
            ("player",),
            cO2_1_only_at_no_other_time,
        ),
        NormRule(
            NormKind.MAY,
            "O2.2",
            ("play_fast", "use_ability"),
            ("player",),
            cO2_2_may_fast_things,
        ),
        NormRule(NormKind.MAY, "O3.3", ("pass_on",), ("player",), cO3_3_may_pass_on),
        NormRule(NormKind.MUST, "O3.4", ("move_on",), (), cO3_4_must_move_on),
        NormRule(NormKind.MUST, "O4.1", ("give_opportunity",), (), cO4_1_must_give_opportunity),
        NormRule(NormKind.MUST, "O4.2", ("give_opportunity",), (), cO4_2_must_give_opportunity),
        NormRule(
            NormKind.MUST,
            "O5.1",
            ("place",),
            ("player", "trigger"),
            cO5_1_must_place,
            before=("give_opportunity", "move_on"),
        ),
        NormRule(NormKind.ONLY, "O5.2", ("place",), (), cO5_2_only_place),
        NormRule(NormKind.ONLY, "O5.3", ("place",), ("player",), cO5_3_only_place),
        NormRule(NormKind.ONLY, "O5.4", ("place",), ("target",), cO5_4_only_at_what_is_there),
        NormRule(NormKind.MUST, "O6", ("begin",), (), cO6_must_begin),
        NormRule(NormKind.MUST, "O6.1", ("move_on",), (), cO6_1_must_nothing_woke_with_them),
        NormRule(NormKind.MUST, "O6.2", ("materialize",), ("player",), cO6_2_must_materialize),
        NormRule(NormKind.MUST, "O6.2", ("move_on",), (), cO6_2_must_nothing_to_respond_to),
        NormRule(NormKind.MUST, "O6.3", ("give_opportunity",), (), cO6_3_must_give_opportunity),
        NormRule(
            NormKind.MUST,
            "O6.3",
            ("memory_returns",),
            (),
            cO6_3_must_memory_returns,
            before=("move_on",),
        ),
        NormRule(NormKind.MUST, "O6.3", ("move_on",), (), cO6_3_must_memory_is_back),
        NormRule(NormKind.MUST, "O6.4", ("give_opportunity",), (), cO6_4_must_give_opportunity),
        NormRule(NormKind.MUST, "O6.5", ("give_opportunity",), (), cO6_5_must_give_opportunity),
        NormRule(NormKind.MUST, "O6.6", ("give_opportunity",), (), cO6_6_must_give_opportunity),
        NormRule(
            NormKind.MUST,
            "O6.6",
            ("clean_up",),
            (),
            cO6_6_must_clean_up,
            before=("move_on",),
        ),
        NormRule(NormKind.MUST, "O6.6", ("move_on",), (), cO6_6_must_after_the_turn_is_cleaned_up),
        NormRule(NormKind.MUST, "O7.1", ("resolve_top",), (), cO7_1_must_resolve_top),
        NormRule(
            NormKind.ONLY,
            "O7.4",
            ("play_slow_card", "play_fast", "use_ability"),
            ("target",),
            cO7_4_only_at_what_can_be_targeted,
        ),
        NormRule(NormKind.MUST, "O7.4", ("fizzle",), (), cO7_4_must_fizzle),
        NormRule(NormKind.ONLY, "O7.4", ("resolve_top",), (), cO7_4_only_resolve_top),
        NormRule(NormKind.MUST, "O7.5", ("give_opportunity",), (), cO7_5_must_give_opportunity),
        NormRule(NormKind.MUST, "O9.1", ("give_opportunity",), (), cO9_1_must_give_opportunity),
        NormRule(
            NormKind.MUST,
            "O9.6",
            ("retaliate",),
            ("player",),
            cO9_6_must_retaliate,
            before=("move_on",),
        ),
        NormRule(
            NormKind.MUST,
            "O9.7",
            ("deal_damage",),
            (),
            cO9_7_must_deal_damage,
            before=("move_on",),
        ),
        NormRule(NormKind.MUST, "O9.7", ("move_on",), (), cO9_7_must_combat_is_over),
        NormRule(NormKind.MUST, "O9.8", ("draw",), (), cO9_8_must_draw, before=("begin",)),
        NormRule(NormKind.ONLY, "O9.8", ("place",), (), cO9_8_only_without_a_window_of_its_own),
        NormRule(NormKind.MUST, "O9.11", ("fizzle",), (), cO9_11_must_fizzle),
        NormRule(
            NormKind.ONLY,
            "O9.11",
            ("attack_with_the_card",),
            (),
            cO9_11_only_attack_with_the_card,
        ),
        NormRule(NormKind.ONLY, "E1.1", ("cards_react",), ("others",), cE1_1_only_cards_react),
        NormRule(
            NormKind.MUST,
            "E1.1",
            ("cards_react",),
            (),
            cE1_1_must_cards_react,
            before=(
                "begin",
                "draw",
                "place",
                "give_opportunity",
                "resolve_top",
                "fizzle",
                "move_on",
                "memory_returns",
                "clean_up",
                "deal_damage",
                "retaliate",
                "materialize",
                "attack_with_the_card",
            ),
        ),
        NormRule(NormKind.ONLY, "E1.2", ("play_ally",), ("player",), cE1_2_only_one_ally),
        NormRule(
            NormKind.ONLY,
            "E1.3",
            ("resolve_top",),
            ("text", "more"),
            cE1_3_only_the_card_has_such_a_text,
        ),
        NormRule(
            NormKind.ONLY,
            "E1.3",
            ("resolve_top",),
            ("more",),
            cE1_3_only_it_has_so_many_parts,
        ),
        NormRule(
            NormKind.ONLY,
            "E1.3",
            ("resolve_top",),
            ("text", "triggered"),
            cE1_3_only_something_triggers_on_it,
        ),
        NormRule(
            NormKind.MUST,
            "E1.3",
            ("attack_with_the_card",),
            ("player",),
            cE1_3_must_attack_with_the_card,
        ),
        NormRule(NormKind.ONLY, "E1.3", ("resolve_top",), (), cE1_3_only_it_is_no_attack_card),
        NormRule(
            NormKind.ONLY,
            "E1.3",
            ("declare_attack", "play_attack_card", "play_attack_card_by_permission"),
            (),
            cE1_3_only_anybody_attacks,
        ),
        NormRule(
            NormKind.MAY,
            "E1.3",
            ("play_attack_card_by_permission",),
            ("player",),
            cE1_3_may_a_card_permits_it,
        ),
        NormRule(
            NormKind.ONLY,
            "E1.4",
            ("deal_damage",),
            ("destroyed",),
            cE1_4_only_who_can_be_destroyed,
        ),
        NormRule(
            NormKind.ONLY,
            "E1.4",
            ("deal_damage",),
            ("destroyed", "triggered"),
            cE1_4_only_something_triggers_on_destruction,
        ),
    ),
    consequences=(
        ConsequenceRule(
            Stage.WHEN,
            "O2.1",
            ("play_ally",),
            ("player",),
            cO2_1_play_ally,
            appends=("stack",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O2.1",
            ("play_attack_card",),
            ("player",),
            cO2_1_play_attack_card,
            appends=("stack",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O2.1",
            ("play_slow_card",),
            ("player", "target"),
            cO2_1_play_slow_card,
            appends=("stack",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O2.2",
            ("play_fast",),
            ("player", "target"),
            cO2_2_play_fast,
            appends=("stack",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O2.2",
            ("use_ability",),
            ("player", "target"),
            cO2_2_use_ability,
            appends=("stack",),
        ),
        ConsequenceRule(Stage.WHEN, "O3.1", ("give_opportunity",), (), cO3_1_give_opportunity),
        ConsequenceRule(Stage.WHEN, "O3.1", ("give_opportunity",), (), cO3_1_give_opportunity_2),
        ConsequenceRule(
            Stage.WHEN,
            "O3.2",
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "play_fast",
                "play_attack_card_by_permission",
            ),
            ("player",),
            cO3_2_whoever_plays_a_card_has_it_again,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O3.2",
            ("use_ability",),
            ("player",),
            cO3_2_whoever_uses_an_ability_has_it_again,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O3.2",
            ("place",),
            (),
            cO3_2_whoever_acted_has_it_all_the_same,
        ),
        ConsequenceRule(Stage.WHEN, "O3.3", ("pass_on",), ("player",), cO3_3_pass_on),
        ConsequenceRule(Stage.WHEN, "O3.4", ("pass_on",), (), cO3_4_pass_on),
        ConsequenceRule(
            Stage.WHEN,
            "O3.4",
            (
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "play_fast",
                "play_attack_card_by_permission",
                "use_ability",
            ),
            (),
            cO3_4_they_pass_anew,
        ),
        ConsequenceRule(Stage.WHEN, "O3.4", ("move_on",), (), cO3_4_move_on),
        ConsequenceRule(Stage.WHEN, "O3.4", ("move_on",), (), cO3_4_move_on_2),
        ConsequenceRule(
            Stage.WHEN,
            "O5.1",
            ("place",),
            ("player", "trigger", "target"),
            cO5_1_place,
            appends=("stack",),
        ),
        ConsequenceRule(Stage.WHEN, "O6", ("begin",), (), cO6_begin),
        ConsequenceRule(Stage.WHEN, "O6", ("move_on",), (), cO6_move_on),
        ConsequenceRule(
            Stage.WHEN,
            "O6.2",
            ("materialize",),
            ("player", "card"),
            cO6_2_materialize,
            appends=("stack",),
        ),
        ConsequenceRule(Stage.WHEN, "O6.3", ("memory_returns",), (), cO6_3_memory_returns),
        ConsequenceRule(
            Stage.WHEN,
            "O6.5",
            ("declare_attack",),
            ("player", "triggered"),
            cO6_5_declare_attack,
        ),
        ConsequenceRule(Stage.WHEN, "O6.6", ("clean_up",), (), cO6_6_clean_up),
        ConsequenceRule(Stage.WHEN, "O6.6", ("move_on",), (), cO6_6_move_on),
        ConsequenceRule(Stage.WHEN, "O7.3", ("resolve_top",), ("more",), cO7_3_resolve_top),
        ConsequenceRule(Stage.WHEN, "O7.4", ("fizzle",), (), cO7_4_fizzle),
        ConsequenceRule(
            Stage.WHEN,
            "O8.ex1",
            ("resolve_top",),
            ("text",),
            cO8_ex1_what_is_negated_leaves_the_stack,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "O9.2",
            ("use_ability",),
            (),
            cO9_2_the_turn_player_has_it_after_an_ability,
        ),
        ConsequenceRule(
            Stage.THEN,
            "O9.3",
            ("place",),
            (),
            cO9_3_then_then_the_turn_player_receives_it,
        ),
        ConsequenceRule(Stage.WHEN, "O9.5", ("move_on",), (), cO9_5_move_on, overrides=("O3.4",)),
        ConsequenceRule(
            Stage.WHEN,
            "O9.6",
            ("declare_attack", "attack_with_the_card"),
            ("whom",),
            cO9_6_somebody_is_attacked,
        ),
        ConsequenceRule(Stage.WHEN, "O9.6", ("retaliate",), ("player", "does"), cO9_6_retaliate),
        ConsequenceRule(
            Stage.WHEN,
            "O9.7",
            ("deal_damage",),
            ("destroyed", "triggered"),
            cO9_7_deal_damage,
        ),
        ConsequenceRule(Stage.WHEN, "O9.8", ("draw",), (), cO9_8_draw),
        ConsequenceRule(Stage.WHEN, "O9.8", ("move_on",), (), cO9_8_move_on),
        ConsequenceRule(
            Stage.WHEN,
            "O9.11",
            ("play_attack_card_by_permission",),
            ("player",),
            cO9_11_play_attack_card_by_permission,
            appends=("stack",),
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.1",
            (
                "begin",
                "materialize",
                "play_ally",
                "play_attack_card",
                "play_slow_card",
                "play_fast",
                "play_attack_card_by_permission",
                "use_ability",
                "declare_attack",
                "attack_with_the_card",
                "resolve_top",
                "deal_damage",
                "memory_returns",
                "draw",
                "clean_up",
            ),
            (),
            cE1_1_cards_take_notice,
        ),
        ConsequenceRule(Stage.WHEN, "E1.1", ("cards_react",), ("others",), cE1_1_cards_react),
        ConsequenceRule(Stage.WHEN, "E1.2", ("clean_up",), (), cE1_2_clean_up),
        ConsequenceRule(
            Stage.WHEN,
            "E1.3",
            ("resolve_top",),
            ("text", "triggered"),
            cE1_3_what_it_does,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.3",
            ("attack_with_the_card",),
            ("player", "whom", "triggered"),
            cE1_3_attack_with_the_card,
        ),
        ConsequenceRule(
            Stage.WHEN,
            "E1.4",
            ("deal_damage",),
            ("destroyed", "triggered"),
            cE1_4_they_are_destroyed,
        ),
    ),
    claims=(
        ClaimRule(
            "it_happens_at_once",
            ClaimKind.NEVER,
            "O1.1",
            (ParameterRule("player", PlayerType()),),
            claim_it_happens_at_once,
            of_steps=True,
        ),
        ClaimRule(
            "it_resolves_before_everybody_could_respond",
            ClaimKind.NEVER,
            "O1.1",
            (ParameterRule("player", PlayerType()),),
            claim_it_resolves_before_everybody_could_respond,
            of_steps=True,
        ),
        ClaimRule(
            "somebody_has_it_outside_a_window",
            ClaimKind.NEVER,
            "O3.1",
            (ParameterRule("player", PlayerType()),),
            claim_somebody_has_it_outside_a_window,
        ),
        ClaimRule(
            "it_changes_hands_without_a_pass",
            ClaimKind.NEVER,
            "O3.2",
            (),
            claim_it_changes_hands_without_a_pass,
            of_steps=True,
        ),
        ClaimRule(
            "it_resolves_without_a_pass",
            ClaimKind.NEVER,
            "O3.2",
            (),
            claim_it_resolves_without_a_pass,
            of_steps=True,
        ),
        ClaimRule(
            "a_layer_resolves_unanswered",
            ClaimKind.NEVER,
            "O4.1",
            (),
            claim_a_layer_resolves_unanswered,
            of_steps=True,
        ),
        ClaimRule(
            "a_phase_follows_out_of_turn",
            ClaimKind.NEVER,
            "O6",
            (),
            claim_a_phase_follows_out_of_turn,
            of_steps=True,
        ),
        ClaimRule(
            "waking_up_is_responded_to",
            ClaimKind.NEVER,
            "O6.1",
            (ParameterRule("player", PlayerType()),),
            claim_waking_up_is_responded_to,
            every=True,
        ),
        ClaimRule(
            "the_return_is_responded_to",
            ClaimKind.NEVER,
            "O6.3",
            (ParameterRule("player", PlayerType()),),
            claim_the_return_is_responded_to,
            every=True,
        ),
        ClaimRule("nobody_is_asked", ClaimKind.NEVER, "O6.4", (), claim_nobody_is_asked),
        ClaimRule(
            "the_others_have_no_last_chance",
            ClaimKind.NEVER,
            "O6.4",
            (ParameterRule("player", PlayerType()),),
            claim_the_others_have_no_last_chance,
            of_steps=True,
        ),
        ClaimRule(
            "the_declaration_is_responded_to",
            ClaimKind.NEVER,
            "O6.5",
            (ParameterRule("player", PlayerType()),),
            claim_the_declaration_is_responded_to,
            every=True,
        ),
        ClaimRule(
            "players_are_asked_in_the_retaliation_step",
            ClaimKind.SOMETIMES,
            "O6.5",
            (),
            claim_players_are_asked_in_the_retaliation_step,
        ),
        ClaimRule(
            "players_are_asked_in_the_damage_step",
            ClaimKind.SOMETIMES,
            "O6.5",
            (),
            claim_players_are_asked_in_the_damage_step,
        ),
        ClaimRule(
            "cleaning_up_is_responded_to",
            ClaimKind.NEVER,
            "O6.6",
            (ParameterRule("player", PlayerType()),),
            claim_cleaning_up_is_responded_to,
            every=True,
        ),
        ClaimRule(
            "two_resolve_without_a_chance_in_between",
            ClaimKind.NEVER,
            "O7.1",
            (),
            claim_two_resolve_without_a_chance_in_between,
            of_steps=True,
        ),
        ClaimRule(
            "layers_stay_where_they_are",
            ClaimKind.ALWAYS,
            "O7.2",
            (),
            claim_layers_stay_where_they_are,
            premise=claim_layers_stay_where_they_are_premise,
            of_steps=True,
        ),
        ClaimRule(
            "the_turn_player_is_back_in_it",
            ClaimKind.ALWAYS,
            "O7.5",
            (),
            claim_the_turn_player_is_back_in_it,
            premise=claim_the_turn_player_is_back_in_it_premise,
        ),
        ClaimRule(
            "somebody_acts_while_triggers_wait",
            ClaimKind.NEVER,
            "O9.3",
            (ParameterRule("player", PlayerType()),),
            claim_somebody_acts_while_triggers_wait,
        ),
        ClaimRule(
            "memory_returns_from_under_a_layer",
            ClaimKind.NEVER,
            "O9.4",
            (),
            claim_memory_returns_from_under_a_layer,
            of_steps=True,
        ),
        ClaimRule(
            "somebody_retaliates_before_on_attack_is_done",
            ClaimKind.NEVER,
            "O9.4",
            (ParameterRule("player", PlayerType()),),
            claim_somebody_retaliates_before_on_attack_is_done,
            of_steps=True,
        ),
        ClaimRule(
            "retaliation_is_answered",
            ClaimKind.NEVER,
            "O9.6",
            (ParameterRule("player", PlayerType()),),
            claim_retaliation_is_answered,
            every=True,
        ),
        ClaimRule(
            "damage_is_answered",
            ClaimKind.NEVER,
            "O9.7",
            (ParameterRule("player", PlayerType()),),
            claim_damage_is_answered,
            every=True,
        ),
        ClaimRule(
            "combat_leads_back_to_the_main_phase",
            ClaimKind.SOMETIMES,
            "O9.7",
            (),
            claim_combat_leads_back_to_the_main_phase,
            of_steps=True,
        ),
        ClaimRule(
            "drawing_is_responded_to",
            ClaimKind.NEVER,
            "O9.8",
            (ParameterRule("player", PlayerType()),),
            claim_drawing_is_responded_to,
            every=True,
        ),
        ClaimRule(
            "it_ends_without_the_turn_player_passing_first",
            ClaimKind.NEVER,
            "O9.9",
            (ParameterRule("player", PlayerType()),),
            claim_it_ends_without_the_turn_player_passing_first,
            of_steps=True,
        ),
        ClaimRule(
            "the_turn_ends_with_something_to_clean_up",
            ClaimKind.NEVER,
            "O9.10",
            (),
            claim_the_turn_ends_with_something_to_clean_up,
            of_steps=True,
        ),
        ClaimRule(
            "an_attack_begins_out_of_time",
            ClaimKind.NEVER,
            "O9.11",
            (ParameterRule("player", PlayerType()),),
            claim_an_attack_begins_out_of_time,
            of_steps=True,
        ),
    ),
    over=game_is_over,
)
