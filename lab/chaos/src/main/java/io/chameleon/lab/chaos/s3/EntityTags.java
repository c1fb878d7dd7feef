package io.chameleon.lab.chaos.s3;

import java.util.Arrays;

/** The entity tags that S3 gives to bytes. */
public final class EntityTags {
    /** Of a multipart upload; a smaller part must be the last. */
    public static final int PART_BYTES = 5 << 20;

    private EntityTags() {}

    /** The entity tag that these bytes have if one request writes them. */
    public static String of(byte[] bytes) {
        return Hashes.hex(Hashes.digest("MD5", bytes));
    }

    /** The entity tag that these bytes have if {@link S3Objects#putInParts} writes them. */
    public static String inParts(byte[] bytes) {
        int parts = Math.ceilDiv(bytes.length, PART_BYTES);
        byte[] digests = new byte[0];
        for (int i = 0; i < parts; i++) {
            byte[] digest = Hashes.digest(
                    "MD5", Arrays.copyOfRange(bytes, i * PART_BYTES, Math.min(bytes.length, (i + 1) * PART_BYTES)));
            digests = Arrays.copyOf(digests, digests.length + digest.length);
            System.arraycopy(digest, 0, digests, digests.length - digest.length, digest.length);
        }
        return of(digests) + "-" + parts;
    }
}
