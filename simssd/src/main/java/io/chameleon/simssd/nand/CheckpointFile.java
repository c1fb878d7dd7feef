package io.chameleon.simssd.nand;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Stores an array's {@link io.chameleon.simssd.recovery.Checkpoint Checkpoint} beside its pages: bytes that exist or
 * not. Threads: one at a time.
 */
public interface CheckpointFile {
    /** For arrays without checkpoints. */
    CheckpointFile NONE = new CheckpointFile() {
        @Override
        public @Nullable InputStream open() {
            return null;
        }

        @Override
        public OutputStream create() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void publish() {}

        @Override
        public void discard() {}
    };

    /** The last published one, even if it is discarded meanwhile; null if there is none. */
    @Nullable
    InputStream open() throws IOException;

    /** A new one, invisible before {@link #publish}. */
    OutputStream create() throws IOException;

    /** Makes the new one durable, and then the current one. */
    void publish() throws IOException;

    /** Removes the checkpoint, if any, durably. */
    void discard() throws IOException;
}
