package io.chameleon.s3.body;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/** The checksum and ETag of an object that was uploaded in parts, from those of the parts. No byte is read again. */
public final class PartChecksums {
    private PartChecksums() {}

    /**
     * One part.
     *
     * @param value as {@link Checksum#value}
     * @param bytes how many it has
     */
    public record Part(String value, long bytes) {}

    /** What {@code x-amz-checksum-...} of the object says: Base64, and {@code -N} for the composite of N parts. */
    public static String of(ChecksumAlgorithm algorithm, ChecksumType type, List<Part> parts) {
        return type == ChecksumType.COMPOSITE ? composite(algorithm, parts) : fullObject(algorithm, parts);
    }

    /** The multipart ETag, without quotes: MD5 of the parts' MD5 values, each 32 hex digits, and their number. */
    public static String etag(List<String> partMd5) {
        Hasher md5 = Hasher.digest("MD5");
        for (String part : partMd5) {
            md5.update(ByteBuffer.wrap(HexFormat.of().parseHex(part)));
        }
        return HexFormat.of().formatHex(md5.finish()) + "-" + partMd5.size();
    }

    private static String composite(ChecksumAlgorithm algorithm, List<Part> parts) {
        Hasher hasher = algorithm.hasher();
        for (Part part : parts) {
            hasher.update(ByteBuffer.wrap(new Checksum(algorithm, part.value()).bytes()));
        }
        return Checksum.of(algorithm, hasher.finish()).value() + "-" + parts.size();
    }

    private static String fullObject(ChecksumAlgorithm algorithm, List<Part> parts) {
        CrcCombiner combiner = algorithm.combiner();
        if (combiner == null) {
            throw new IllegalArgumentException(algorithm + " has no full-object checksum of parts");
        }
        long whole = 0;
        for (Part part : parts) {
            long crc = 0;
            for (byte b : new Checksum(algorithm, part.value()).bytes()) {
                crc = crc << Byte.SIZE | b & 0xFF;
            }
            whole = combiner.combine(whole, crc, part.bytes());
        }
        byte[] value = new byte[algorithm.bytes()];
        for (int i = value.length - 1; i >= 0; i--) {
            value[i] = (byte) whole;
            whole >>>= Byte.SIZE;
        }
        return Checksum.of(algorithm, value).value();
    }
}
