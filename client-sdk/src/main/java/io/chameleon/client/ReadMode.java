package io.chameleon.client;

/** What a read may return while others write. */
public enum ReadMode {
    /** The newest committed version; costs a look-up in the metadata service. */
    LINEARIZABLE,
    /**
     * A version this client has seen committed, perhaps not the newest; saves the look-up where the mapping cache knows the
     * object. Fragments that are gone meanwhile make it look up.
     */
    CACHED
}
