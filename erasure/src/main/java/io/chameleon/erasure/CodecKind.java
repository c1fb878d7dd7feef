package io.chameleon.erasure;

/** The implementations of {@link ErasureCodec}; the bytes do not depend on the choice. */
public enum CodecKind {
    /** Backblaze's tables; needs {@code com.backblaze.erasure} and netty-buffer on the class path. */
    BACKBLAZE {
        @Override
        ErasureCodec create(int dataShards, int parityShards) {
            return new BackblazeCodec(dataShards, parityShards);
        }
    },
    /** Plain Java, always there. */
    PORTABLE {
        @Override
        ErasureCodec create(int dataShards, int parityShards) {
            return new PortableCodec(dataShards, parityShards);
        }
    };

    abstract ErasureCodec create(int dataShards, int parityShards);

    /** Whether this implementation works here and gives the pinned matrix; costs a class load. */
    public boolean isAvailable() {
        try {
            return create(4, 2).kind() == this;
        } catch (LinkageError | IllegalStateException absentOrAnotherMatrix) {
            return false;
        }
    }
}
