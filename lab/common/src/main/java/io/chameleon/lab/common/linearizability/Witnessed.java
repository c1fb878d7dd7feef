package io.chameleon.lab.common.linearizability;

import io.chameleon.lab.common.linearizability.Operation.Kind;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A key's history divided into what certainly happened and what perhaps did, by what clients saw of it. */
final class Witnessed {
    private final Map<Long, Operation> writes = new HashMap<>();
    private final Map<Long, Long> seenUntil = new HashMap<>();
    private final List<Operation> happened = new ArrayList<>();
    private final List<Operation> perhaps = new ArrayList<>();
    private @Nullable Violation contradiction;

    Witnessed(List<Operation> history) {
        for (Operation operation : history) {
            if (operation.kind() == Kind.PUT || operation.kind() == Kind.REPLACE) {
                Operation other = writes.put(operation.value(), operation);
                if (other != null) {
                    throw new IllegalArgumentException("value " + operation.value() + " was written twice");
                }
            }
        }
        Deque<Operation> observers = new ArrayDeque<>();
        history.stream().filter(Operation::isAcknowledged).forEach(observers::add);
        while (!observers.isEmpty()) {
            observe(observers.remove(), observers);
        }
        history.forEach(this::sort);
    }

    /** The write that an observer saw happened no later than the observer was answered. */
    private void observe(Operation observer, Deque<Operation> observers) {
        long value = seenBy(observer);
        if (value == Operation.ABSENT) {
            return;
        }
        Operation write = writes.get(value);
        if (write == null) {
            contradict(observer, ": nobody wrote that value");
        } else if (write.outcome() == Outcome.FAILED || write.outcome() == Outcome.REFUSED) {
            contradict(observer, ", although its writer was told that nothing was written: " + write.describe());
        } else if (observer.end() < write.start()) {
            contradict(observer, " before it was written: " + write.describe());
        } else if (write.outcome() == Outcome.UNKNOWN) {
            long end = Math.min(observer.end(), write.end());
            Long before = seenUntil.get(value);
            if (before == null || end < before) {
                seenUntil.put(value, end);
                observers.add(write.endingAt(end));
            }
        }
    }

    /** The value without which the operation would not have got this answer. */
    private static long seenBy(Operation operation) {
        return switch (operation.kind()) {
            case READ -> operation.value();
            case REPLACE -> operation.outcome() == Outcome.REFUSED ? Operation.ABSENT : operation.expected();
            case PUT, DELETE, CLEAR -> Operation.ABSENT;
        };
    }

    private void contradict(Operation observer, String why) {
        if (contradiction == null) {
            contradiction = new Violation(observer, observer.describe() + why);
        }
    }

    private void sort(Operation operation) {
        Long end = seenUntil.get(operation.value());
        switch (operation.outcome()) {
            case DONE, REFUSED -> happened.add(operation);
            case UNKNOWN -> {
                if (operation.kind() == Kind.READ) {
                    return; // it says nothing
                } else if (operation.isDelete() || end == null) {
                    perhaps.add(operation);
                } else {
                    happened.add(operation.endingAt(end));
                }
            }
            case FAILED -> {}
        }
    }

    /** What no order can explain. */
    Optional<Violation> contradiction() {
        return Optional.ofNullable(contradiction);
    }

    /** Operations that took effect, each between its start and its end. */
    List<Operation> happened() {
        return happened;
    }

    /** Writes of unknown outcome whose value no client saw: from their start on, or never. */
    List<Operation> perhaps() {
        return perhaps;
    }

    /** Whether an operation of one of the two lists is in the first. */
    boolean isCertain(Operation operation) {
        return operation.outcome() != Outcome.UNKNOWN
                || !operation.isDelete() && seenUntil.containsKey(operation.value());
    }
}
