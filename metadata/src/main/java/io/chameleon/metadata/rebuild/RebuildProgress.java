package io.chameleon.metadata.rebuild;

/** Told how far a rebuild is, often. */
@FunctionalInterface
public interface RebuildProgress {
    /** What a rebuild does, in this order. */
    enum Phase {
        /** Manifests listed. */
        MANIFESTS,
        /** Fragments found. */
        FRAGMENTS,
        /** Objects entered. */
        OBJECTS,
        /** Chunks of large objects entered. */
        CHUNKS
    }

    RebuildProgress NONE = (phase, done) -> {};

    void at(Phase phase, long done);
}
