package io.chameleon.metadata.rebuild;

/** Receives the progress of a rebuild, often. */
@FunctionalInterface
public interface RebuildProgress {
    /** The phases of a rebuild, in this order. */
    enum Phase {
        /** Manifests listed. */
        MANIFESTS,
        /** Fragments found. */
        FRAGMENTS,
        /** Lists of composed objects read. */
        LISTS,
        /** Objects entered. */
        OBJECTS,
        /** Chunks of large objects entered. */
        CHUNKS
    }

    RebuildProgress NONE = (phase, done) -> {};

    void at(Phase phase, long done);
}
