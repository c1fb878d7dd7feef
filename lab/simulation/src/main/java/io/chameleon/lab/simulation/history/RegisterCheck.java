package io.chameleon.lab.simulation.history;

import static io.chameleon.lab.common.linearizability.Operation.ABSENT;
import static io.chameleon.lab.common.linearizability.Operation.delete;
import static io.chameleon.lab.common.linearizability.Operation.put;
import static io.chameleon.lab.common.linearizability.Operation.read;
import static io.chameleon.lab.common.linearizability.Operation.replace;

import io.chameleon.lab.common.linearizability.LinearizabilityCheck;
import io.chameleon.lab.common.linearizability.Violation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Linearizability: whether the operations on one key can be put in one order that fits what every client saw and when.
 * The search is that of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) in the breadth-first form of
 * Lowe (Testing for Linearizability, 2017). It walks beginnings and ends in time order. It keeps every state the object
 * may be in, with the operations under way that have taken effect to get there.
 *
 * <p>Cost: operations times states times the number under way at a time, which may be up to 62.
 */
public final class RegisterCheck {
    /** How long before the operation that cannot be explained others are of interest. */
    private static final long AROUND_NANOS = 120_000_000_000L;

    private RegisterCheck() {}

    /** Why the operations, in any order, are not linearizable from "no object" on; empty if they are. */
    public static Optional<String> violation(List<Operation> operations) {
        return LinearizabilityCheck.violation(
                        operations.stream().map(RegisterCheck::plain).toList())
                .map(violation -> explanation(violation, operations));
    }

    /** In the words of the checker, to which a key that is created is one that is replaced where nothing was. */
    private static io.chameleon.lab.common.linearizability.Operation plain(Operation of) {
        return switch (of.kind()) {
            case READ -> read(of.value(), of.begin(), of.end());
            case WRITE -> put(of.value(), of.outcome(), of.begin(), of.end());
            case CREATE -> replace(ABSENT, of.value(), of.outcome(), of.begin(), of.end());
            case REPLACE -> replace(of.expected(), of.value(), of.outcome(), of.begin(), of.end());
            case DELETE -> delete(of.outcome(), of.begin(), of.end());
        };
    }

    private static String explanation(Violation violation, List<Operation> operations) {
        long value = violation.operation().value();
        long begin = violation.operation().start();
        long end = violation.operation().end();
        StringBuilder text = new StringBuilder("no order explains it: " + violation.reason() + "; around it:");
        operations.stream()
                .filter(operation -> operation.value() == value || operation.end() >= begin - AROUND_NANOS)
                .filter(operation -> operation.begin() <= end)
                .sorted(Comparator.comparingLong(Operation::begin))
                .forEach(operation -> text.append("\n    ").append(operation));
        return text.toString();
    }
}
