package io.chameleon.client.internal.read;

import io.chameleon.core.Crc32c;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.OptionalInt;

/**
 * Bytes that lie together.
 *
 * @param crc32c their checksum, if it was verified on arrival
 */
record Part(ByteBuf bytes, OptionalInt crc32c) {
    int length() {
        return bytes.readableBytes();
    }

    /** Bytes [from, from + count) of these, in place of them. */
    Part range(int from, int count) {
        return count == length() ? this : new Part(bytes.slice(bytes.readerIndex() + from, count), OptionalInt.empty());
    }

    /** CRC-32C of all of them. Cost: reads those whose checksum was not verified on arrival. */
    static int crc32c(List<Part> parts) {
        int crc = 0;
        for (Part part : parts) {
            crc = Crc32c.combine(crc, part.crc32c.orElseGet(() -> Crc.of(part.bytes)), part.length());
        }
        return crc;
    }

    /** All of them in one array. */
    static byte[] copied(List<Part> parts) {
        byte[] all = new byte[parts.stream().mapToInt(Part::length).sum()];
        int at = 0;
        for (Part part : parts) {
            part.bytes.getBytes(part.bytes.readerIndex(), all, at, part.length());
            at += part.length();
        }
        return all;
    }
}
