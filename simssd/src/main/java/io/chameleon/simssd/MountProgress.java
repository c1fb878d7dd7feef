package io.chameleon.simssd;

/** Told how far an open is. Called from the thread that opens, some thousand times at most. */
@FunctionalInterface
public interface MountProgress {
    /** Nobody asks. */
    MountProgress NONE = (phase, done, total) -> {};

    /**
     * @param phase what is being done, a word or two
     * @param done of {@code total}, in units of the phase's own
     */
    void at(String phase, long done, long total);
}
