package io.chameleon.s3.address;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** An address as text: four decimal numbers, or IPv6 without a zone. Never a name, which would be looked up. */
public final class Literal {
    private Literal() {}

    /** Null: not an address. */
    public static @Nullable InetAddress address(String text) {
        boolean four = text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        if (!four && !(text.indexOf(':') >= 0 && text.matches("[0-9a-fA-F:.]+"))) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
