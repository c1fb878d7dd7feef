package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC-32C of buffers in place: nothing is copied. */
public final class Crc {
    private Crc() {}

    /** Of the readable bytes, without consuming them. 0 for none. */
    public static int of(ByteBuf buffer) {
        return of(buffer, buffer.readerIndex(), buffer.readableBytes());
    }

    public static int of(ByteBuf buffer, int index, int length) {
        if (length == 0) {
            return 0;
        }
        CRC32C crc = new CRC32C();
        if (buffer.nioBufferCount() == 1) {
            crc.update(buffer.nioBuffer(index, length));
        } else {
            for (ByteBuffer part : buffer.nioBuffers(index, length)) {
                crc.update(part);
            }
        }
        return (int) crc.getValue();
    }

    public static int of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    /** Of the remaining bytes, without consuming them. */
    public static int of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }
}
