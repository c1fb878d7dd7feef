package io.chameleon.simssd;

/** Receives the progress of an open. Called from the thread that opens, some thousand times at most. */
@FunctionalInterface
public interface MountProgress {
    /** Ignores progress. */
    MountProgress NONE = (phase, done, total) -> {};

    /**
     * @param phase the current phase, in a word or two
     * @param done of {@code total}, in units of the phase's own
     */
    void at(String phase, long done, long total);
}
