package io.chameleon.s3.body;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.Checksum;

/** One checksum in the making. */
sealed interface Hasher permits Hasher.Digest, Hasher.Crc, XxHasher.Of64, XxHasher.Of128 {
    /** Takes all that remains. */
    void update(ByteBuffer bytes);

    /** The value, highest byte first. Call once. */
    byte[] finish();

    static Hasher digest(String algorithm) {
        try {
            return new Digest(MessageDigest.getInstance(algorithm));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A hash of the JDK. */
    record Digest(MessageDigest digest) implements Hasher {
        @Override
        public void update(ByteBuffer bytes) {
            digest.update(bytes);
        }

        @Override
        public byte[] finish() {
            return digest.digest();
        }
    }

    /** A CRC. */
    record Crc(Checksum crc, int bytes) implements Hasher {
        @Override
        public void update(ByteBuffer buffer) {
            crc.update(buffer);
        }

        @Override
        public byte[] finish() {
            byte[] value = new byte[bytes];
            long rest = crc.getValue();
            for (int i = bytes - 1; i >= 0; i--) {
                value[i] = (byte) rest;
                rest >>>= Byte.SIZE;
            }
            return value;
        }
    }
}
