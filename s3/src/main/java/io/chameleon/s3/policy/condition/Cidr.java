package io.chameleon.s3.policy.condition;

import java.math.BigInteger;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Addresses that begin with the same bits: {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one address. */
record Cidr(int bytes, int bits, BigInteger network) {
    /** @throws IllegalArgumentException if the text is no range */
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        byte @Nullable [] address = address(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException(text);
        }
        int all = address.length * Byte.SIZE;
        String bits = text.substring(slash + 1);
        if (slash >= 0 && !bits.matches("\\d{1,3}")) {
            throw new IllegalArgumentException(text);
        }
        int fixed = slash < 0 ? all : Integer.parseInt(bits);
        if (fixed > all) {
            throw new IllegalArgumentException(text);
        }
        return new Cidr(address.length, fixed, new BigInteger(1, address).shiftRight(all - fixed));
    }

    boolean contains(String text) {
        byte @Nullable [] address = address(text);
        return address != null
                && address.length == bytes
                && new BigInteger(1, address)
                        .shiftRight(bytes * Byte.SIZE - bits)
                        .equals(network);
    }

    /** Whether it is more than one network: what Amazon takes for the whole world. */
    boolean isWorld() {
        return bits < (bytes == 4 ? 8 : 32);
    }

    /** Null: not an address. */
    private static byte @Nullable [] address(String text) {
        boolean four = text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        if (!four && !(text.indexOf(':') >= 0 && text.matches("[0-9a-fA-F:.]+"))) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(text).getAddress();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
