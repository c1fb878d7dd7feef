package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes from the network. The first byte says how they are cut into reads. The second says whether checksums are
 * corrected first; without that, little would get past them.
 */
public final class FrameFuzz {
    private static final FrameLimits LIMITS = new FrameLimits(1 << 12, 1 << 14);
    private static final byte[] MAGIC = {'C', 'H', 'M', 1};
    private static final int HEADER_LENGTH = 20;
    private static final int PAYLOAD_LENGTH = 24;
    private static final int HEADER_CRC = 28;
    private static final int PAYLOAD_CRC = 32;
    private static final int PREAMBLE_CRC = 36;

    private FrameFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 3) {
            return;
        }
        byte[] stream = Arrays.copyOfRange(data, 2, data.length);
        if ((data[1] & 1) != 0) {
            putChecksumsRight(stream);
        }
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        FrameDecoder decoder = new FrameDecoder(Duration.ofSeconds(5));
        decoder.limit(LIMITS);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        channel.pipeline().addLast(decoder);
        try {
            feed(channel, stream, 1 + (data[0] & 0xFF));
        } catch (BrokenFrameException expected) {
            // One line, and the connection ends.
        }
        requireSane(channel, stream.length);
        channel.finishAndReleaseAll();
        long kept = allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
        if (kept != 0) {
            throw new IllegalStateException(kept + " bytes not released");
        }
    }

    private static void feed(EmbeddedChannel channel, byte[] stream, int readBytes) {
        for (int at = 0; at < stream.length; at += readBytes) {
            ByteBuf read = channel.alloc().buffer(readBytes);
            channel.writeInbound(read.writeBytes(stream, at, Math.min(readBytes, stream.length - at)));
        }
    }

    private static void requireSane(EmbeddedChannel channel, int given) {
        long taken = 0;
        for (Frame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            taken += Preamble.BYTES + frame.bodyBytes();
            if (frame.header().length > LIMITS.maxHeaderBytes()
                    || frame.payload().readableBytes() > LIMITS.maxPayloadBytes()) {
                throw new IllegalStateException("a frame beyond the limits: " + frame);
            }
            frame.release();
        }
        if (taken > given) {
            throw new IllegalStateException(taken + " bytes of frames from " + given);
        }
    }

    private static void putChecksumsRight(byte[] stream) {
        ByteBuffer bytes = ByteBuffer.wrap(stream);
        for (int at = 0; at + Preamble.BYTES <= stream.length; ) {
            bytes.put(at, MAGIC);
            long header = bytes.getInt(at + HEADER_LENGTH) & 0xFFFF_FFFFL;
            long payload = bytes.getInt(at + PAYLOAD_LENGTH) & 0xFFFF_FFFFL;
            int body = at + Preamble.BYTES;
            boolean whole = body + header + payload <= stream.length;
            if (whole) {
                bytes.putInt(at + HEADER_CRC, crc(stream, body, (int) header));
                bytes.putInt(at + PAYLOAD_CRC, crc(stream, body + (int) header, (int) payload));
            }
            bytes.putInt(at + PREAMBLE_CRC, crc(stream, at, PREAMBLE_CRC));
            at = whole ? body + (int) (header + payload) : stream.length;
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
