package io.chameleon.s3.body;

import com.dynatrace.hash4j.hashing.HashSink;
import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.HashValue128;
import java.nio.ByteBuffer;

/** A hash of the xxHash family. */
final class XxHasher {
    private static final int PIECE = 8192;

    private XxHasher() {}

    private static void put(HashSink sink, ByteBuffer bytes) {
        if (bytes.hasArray()) {
            sink.putBytes(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            bytes.position(bytes.limit());
            return;
        }
        byte[] piece = new byte[Math.min(PIECE, bytes.remaining())];
        while (bytes.hasRemaining()) {
            int length = Math.min(piece.length, bytes.remaining());
            bytes.get(piece, 0, length);
            sink.putBytes(piece, 0, length);
        }
    }

    record Of64(HashStream64 stream) implements Hasher {
        @Override
        public void update(ByteBuffer bytes) {
            put(stream, bytes);
        }

        @Override
        public byte[] finish() {
            return ByteBuffer.allocate(Long.BYTES).putLong(stream.getAsLong()).array();
        }
    }

    record Of128(HashStream128 stream) implements Hasher {
        @Override
        public void update(ByteBuffer bytes) {
            put(stream, bytes);
        }

        @Override
        public byte[] finish() {
            HashValue128 value = stream.get();
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array();
        }
    }
}
