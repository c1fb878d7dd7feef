package io.chameleon.simssd.nand;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Where an array keeps a {@link io.chameleon.simssd.recovery.Checkpoint Checkpoint}, beside its pages: bytes that are there or not. Threads: one at a time. */
public interface CheckpointFile {
    /** For arrays that keep none. */
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

    /** What was published last, even once it is discarded meanwhile; null if there is nothing. */
    @Nullable
    InputStream open() throws IOException;

    /** A new one, which nobody sees before {@link #publish}. */
    OutputStream create() throws IOException;

    /** Makes the new one durable, and then the one to be opened. */
    void publish() throws IOException;

    /** Removes whatever there is, durably. */
    void discard() throws IOException;
}
