package io.chameleon.core.access;

import io.chameleon.core.Require;
import java.util.Locale;

/** What a user may do with a bucket; each level includes those before it. Codes are stored and sent: append only. */
public enum Access {
    /** Look up, list and read objects. */
    READ(1),
    /** Write and delete objects. */
    WRITE(2),
    /** Set the bucket's policy; grant and revoke. */
    OWNER(3);

    private final int code;

    Access(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** As in commands: {@code read}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a user with this access may do what requires {@code needed}. */
    public boolean covers(Access needed) {
        return compareTo(needed) >= 0;
    }

    /** @throws IllegalArgumentException in one line for an unknown code */
    public static Access ofCode(int code) {
        Require.that(code >= 1 && code <= values().length, "access code", code, "1 to " + values().length);
        return values()[code - 1];
    }
}
