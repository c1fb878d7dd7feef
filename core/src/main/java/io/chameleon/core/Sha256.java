package io.chameleon.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, 32 bytes. */
final class Sha256 {
    private Sha256() {}

    /** Of one array after the other. */
    static byte[] of(byte[] first, byte[] second) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(first);
            return sha256.digest(second);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Big-endian. */
    static byte[] bytes(long word) {
        return ByteBuffer.allocate(Long.BYTES).putLong(word).array();
    }
}
