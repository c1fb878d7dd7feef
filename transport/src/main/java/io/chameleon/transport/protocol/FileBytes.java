package io.chameleon.transport.protocol;

import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * The payload of an answer that is sent from files, unread: neither the sender's processor nor its memory sees the
 * bytes. Only their receiver can say whether they are what they should be.
 *
 * @param ranges in order
 * @param length bytes of all of them
 * @param crc32c that the bytes should have
 */
public record FileBytes(List<Range> ranges, int length, int crc32c) {
    /** @param file stays open for as long as it may be sent */
    public record Range(FileChannel file, long position, int length) {}

    /**
     * Reads the bytes, for connections that cannot send from files.
     *
     * @param bytes with room for them; taken over
     * @return the same
     */
    public ByteBuf read(ByteBuf bytes) throws IOException {
        try {
            for (Range range : ranges) {
                read(range, bytes);
            }
            return bytes;
        } catch (IOException | RuntimeException e) {
            bytes.release();
            throw e;
        }
    }

    private static void read(Range range, ByteBuf into) throws IOException {
        for (int done = 0; done < range.length(); ) {
            int read = into.writeBytes(range.file(), range.position() + done, range.length() - done);
            if (read < 0) {
                throw new EOFException("the file ends before byte " + (range.position() + range.length()));
            }
            done += read;
        }
    }
}
