package io.chameleon.lab.common.linearizability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The search of {@link LinearizabilityCheck} for any model of what a key holds: whether steps fit it in some order,
 * each between its start and its end. Here every step has an end; one of unknown outcome takes effect until then, or
 * never.
 *
 * <p>Cost: steps times states times what is under way at a time, of which there may be 64.
 *
 * @param <S> a state of the model; equal states are one
 */
final class ModelCheck<S> {
    private static final int SLOTS = Long.SIZE;
    private static final int MAX_STATES = 200_000;

    /** An operation as its client saw it. */
    interface Step<S> {
        long start();

        long end();

        /** False if it may have happened or not. */
        boolean isCertain();

        /** Whether it may change the state; others take effect as soon as they fit, which forbids nothing later. */
        boolean changes();

        /** The states after it; none if it cannot happen in this one. */
        List<S> apply(S state);
    }

    /** A step that fits nowhere, or leaves too many states to decide. */
    record Refused<S>(Step<S> step, Collection<S> before, boolean isUndecided) {}

    /** @param done one bit for each open step that has taken effect already */
    private record Node<S>(S state, long done) {
        boolean has(int slot) {
            return (done >>> slot & 1) != 0;
        }
    }

    private record Event<S>(long time, boolean isEnd, Step<S> step) {}

    private final List<Step<S>> open = new ArrayList<>();
    private long openSlots;

    private ModelCheck() {}

    /** The first step that has no place; empty if all have one. */
    static <S> Optional<Refused<S>> refused(S first, List<? extends Step<S>> steps) {
        return new ModelCheck<S>().check(first, steps);
    }

    private Optional<Refused<S>> check(S first, List<? extends Step<S>> steps) {
        Set<Node<S>> nodes = Set.of(new Node<>(first, 0));
        for (Event<S> event : events(steps)) {
            if (!event.isEnd) {
                begin(event.step);
                continue;
            }
            int slot = slotOf(event.step);
            Set<S> before = nodes.stream().map(Node::state).collect(Collectors.toCollection(LinkedHashSet::new));
            Set<Node<S>> after = new LinkedHashSet<>();
            boolean isDecided = linearize(nodes, slot, after);
            if (!isDecided || after.isEmpty()) {
                return Optional.of(new Refused<>(event.step, before, !isDecided));
            }
            openSlots &= ~(1L << slot);
            nodes = after;
        }
        return Optional.empty();
    }

    /** In time order; at the same time starts come first: what begins when another ends was under way with it. */
    private static <S> List<Event<S>> events(List<? extends Step<S>> steps) {
        List<Event<S>> events = new ArrayList<>();
        for (Step<S> step : steps) {
            events.add(new Event<>(step.start(), false, step));
            events.add(new Event<>(step.end(), true, step));
        }
        events.sort(Comparator.comparingLong((Event<S> event) -> event.time).thenComparing(Event::isEnd));
        return events;
    }

    private void begin(Step<S> step) {
        int slot = Long.numberOfTrailingZeros(~openSlots);
        if (slot == SLOTS) {
            throw new IllegalArgumentException("more than " + SLOTS + " operations on one key at a time");
        }
        if (slot == open.size()) {
            open.add(step);
        } else {
            open.set(slot, step);
        }
        openSlots |= 1L << slot;
    }

    @SuppressWarnings("ReferenceEquality") // two equal steps are still two
    private int slotOf(Step<S> step) {
        for (int slot = 0; slot < open.size(); slot++) {
            if (isOpen(slot) && open.get(slot) == step) {
                return slot;
            }
        }
        throw new IllegalStateException(step + " has not begun");
    }

    private boolean isOpen(int slot) {
        return (openSlots >>> slot & 1) != 0;
    }

    /**
     * Collects the nodes in which the step of {@code slot} has taken effect at last, whatever else did before it, and
     * those in which it has not if that is not certain; false if there are too many.
     */
    private boolean linearize(Set<Node<S>> nodes, int slot, Set<Node<S>> after) {
        Set<Node<S>> seen = new HashSet<>();
        Deque<Node<S>> frontier = new ArrayDeque<>();
        nodes.stream().map(this::withWhatFits).filter(seen::add).forEach(frontier::add);
        boolean certain = open.get(slot).isCertain();
        while (!frontier.isEmpty()) {
            Node<S> node = frontier.remove();
            if (node.has(slot)) {
                after.add(new Node<>(node.state, node.done & ~(1L << slot)));
                continue;
            }
            if (!certain) {
                after.add(node);
            }
            for (int other = 0; other < open.size(); other++) {
                if (isOpen(other) && !node.has(other)) {
                    for (S next : open.get(other).apply(node.state)) {
                        Node<S> settled = withWhatFits(new Node<>(next, node.done | 1L << other));
                        if (seen.add(settled)) {
                            frontier.add(settled);
                        }
                    }
                }
            }
            if (seen.size() > MAX_STATES) {
                return false;
            }
        }
        return true;
    }

    private Node<S> withWhatFits(Node<S> node) {
        long done = node.done;
        for (int slot = 0; slot < open.size(); slot++) {
            Step<S> step = open.get(slot);
            boolean isWaiting = isOpen(slot) && (done >>> slot & 1) == 0;
            if (isWaiting && !step.changes() && !step.apply(node.state).isEmpty()) {
                done |= 1L << slot;
            }
        }
        return new Node<>(node.state, done);
    }
}
