package io.chameleon.lab.common.linearizability;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the history of one key of a bucket that keeps versions is linearizable. The model: a write or a delete marker
 * comes on top, a delete of a version takes that one out, and a listing shows all that is there. So what was
 * acknowledged is listed once and in order until it is deleted for good, and never after.
 */
public final class VersionsCheck {
    /** How long before the operation that cannot be explained others are of interest. */
    private static final long AROUND_NANOS = 120_000_000_000L;

    /** Shown of the states that are possible. */
    private static final int STATES = 5;

    private VersionsCheck() {}

    /**
     * Why the history is impossible; empty if it is linearizable. The bucket keeps versions at first, and the key has
     * none. No two versions or markers share a number.
     */
    public static Optional<String> violation(List<VersionOperation> history) {
        return ModelCheck.refused(VersionStack.EMPTY, history).map(refused -> explanation(refused, history));
    }

    private static String explanation(ModelCheck.Refused<VersionStack> refused, List<VersionOperation> history) {
        VersionOperation operation = (VersionOperation) refused.step();
        String held = refused.before().stream()
                .limit(STATES)
                .map(VersionStack::toString)
                .collect(Collectors.joining(" or "));
        String around = history.stream()
                .filter(other -> other.end() >= operation.start() - AROUND_NANOS && other.start() <= operation.end())
                .sorted(Comparator.comparingLong(VersionOperation::start))
                .map(other -> "\n    " + other.describe())
                .collect(Collectors.joining());
        return refused.isUndecided()
                ? "too many operations at a time to decide, at " + operation.describe()
                : operation.describe() + " fits nowhere; until then the key held " + held + "; around it:" + around;
    }
}
