package io.chameleon.client.options;

/** How fresh a read must be while others write. */
public enum ReadMode {
    /** The newest committed version; costs a lookup in the metadata service. */
    LINEARIZABLE,
    /**
     * A version that this client has seen committed, perhaps not the newest; saves the lookup if the mapping cache
     * knows the object. If its fragments are gone, the client looks the object up again.
     */
    CACHED
}
