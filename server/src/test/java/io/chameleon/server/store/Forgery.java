package io.chameleon.server.store;

import java.util.zip.CRC32C;

/** Other bytes of the same length and CRC-32C: what any reader of a fragment can make. */
public final class Forgery {
    private static final int POLYNOMIAL = 0x82F63B78;

    private Forgery() {}

    /** Differs in its first byte, and in its last four, which restore the checksum. */
    public static Bytes of(Bytes real) {
        byte[] forged = real.content().clone();
        forged[0] ^= 1;
        int end = forged.length - Integer.BYTES;
        CRC32C before = new CRC32C();
        before.update(forged, 0, end);
        // The register that leads to the wanted checksum, run backwards over four bytes, is what they must turn it
        // into.
        int wanted = ~real.fragment().crc32c();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            wanted = wanted < 0 ? (wanted ^ POLYNOMIAL) << 1 | 1 : wanted << 1;
        }
        int last = wanted ^ ~(int) before.getValue();
        for (int i = 0; i < Integer.BYTES; i++) {
            forged[end + i] = (byte) (last >>> Byte.SIZE * i);
        }
        return new Bytes(real.fragment(), forged);
    }
}
