package io.chameleon.lab.chaos.history;

import io.chameleon.lab.common.linearizability.LinearizabilityCheck;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Violation;
import java.util.List;
import java.util.Optional;

/**
 * Whether the history of one key is linearizable. The processes are real ones: a request that was not answered may lie
 * in a queue for as long as it likes, so it has no end.
 */
final class KeyChecker {
    private KeyChecker() {}

    /** Why the history is impossible; empty if it is linearizable. The key holds nothing at first. */
    static Optional<String> violation(List<Operation> history) {
        return LinearizabilityCheck.violation(
                        history.stream().map(Operation::openEnded).toList())
                .map(Violation::reason);
    }
}
