package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import java.util.Arrays;
import java.util.Comparator;

/** Whose quota: a bucket's, or a user's for all buckets that the user owns together, whoever writes to them. */
public record QuotaScope(Kind kind, String name) implements Comparable<QuotaScope> {
    private static final Comparator<QuotaScope> ORDER =
            Comparator.comparing(QuotaScope::kind).thenComparing(QuotaScope::name);

    /** Codes are stored and sent: append only. */
    public enum Kind {
        BUCKET(1),
        USER(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Kind ofCode(int code) {
            return Arrays.stream(values())
                    .filter(kind -> kind.code == code)
                    .findFirst()
                    .orElseThrow(() -> Require.violation("kind of quota", code, "1 (bucket) or 2 (user)"));
        }
    }

    public static QuotaScope bucket(String name) {
        return new QuotaScope(Kind.BUCKET, name);
    }

    public static QuotaScope user(String name) {
        return new QuotaScope(Kind.USER, name);
    }

    @Override
    public int compareTo(QuotaScope other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return (kind == Kind.BUCKET ? "bucket " : "user ") + name;
    }
}
