package io.chameleon.simssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What an image file reads and writes. Safe from any thread. */
public interface Medium extends SalvagingReader.Source {
    /** As {@link java.nio.channels.FileChannel#write(ByteBuffer, long)}. */
    int write(ByteBuffer from, long position) throws IOException;
}
