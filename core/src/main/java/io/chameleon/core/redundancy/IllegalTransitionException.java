package io.chameleon.core.redundancy;

/** An event met a state that has no transition for it. */
public final class IllegalTransitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public IllegalTransitionException(RedundancyState state, RedundancyEvent event) {
        super("no transition from " + state + " on " + event);
    }
}
