package io.chameleon.s3.address;

import java.math.BigInteger;
import java.net.InetAddress;

/** Addresses that begin with the same bits: {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one address. */
public record Cidr(int bytes, int bits, BigInteger network) {
    /** @throws IllegalArgumentException if the text is no range */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = Literal.address(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException(text);
        }
        byte[] octets = address.getAddress();
        int all = octets.length * Byte.SIZE;
        String bits = text.substring(slash + 1);
        if (slash >= 0 && !bits.matches("\\d{1,3}")) {
            throw new IllegalArgumentException(text);
        }
        int fixed = slash < 0 ? all : Integer.parseInt(bits);
        if (fixed > all) {
            throw new IllegalArgumentException(text);
        }
        return new Cidr(octets.length, fixed, new BigInteger(1, octets).shiftRight(all - fixed));
    }

    public boolean contains(String text) {
        InetAddress address = Literal.address(text);
        return address != null && contains(address);
    }

    public boolean contains(InetAddress address) {
        byte[] octets = address.getAddress();
        return octets.length == bytes
                && new BigInteger(1, octets)
                        .shiftRight(bytes * Byte.SIZE - bits)
                        .equals(network);
    }

    /** Whether it is more than one network: what Amazon takes for the whole world. */
    public boolean isWorld() {
        return bits < (bytes == 4 ? 8 : 32);
    }
}
