package io.chameleon.s3.policy.condition;

/** Names of users as Amazon writes them. Users of the store have no account: {@code arn:aws:iam:::user/NAME}. */
public final class Arn {
    private static final int PARTS = 6;

    private Arn() {}

    public static String ofUser(String name) {
        return "arn:aws:iam:::user/" + name;
    }

    /** Each part by itself: a star stands for no colon but those of the last part. */
    static boolean matches(String pattern, String arn) {
        String[] wanted = pattern.split(":", PARTS);
        String[] given = arn.split(":", PARTS);
        if (wanted.length != PARTS || given.length != PARTS) {
            return false;
        }
        for (int i = 0; i < PARTS; i++) {
            if (!Wildcard.matches(wanted[i], given[i])) {
                return false;
            }
        }
        return true;
    }

    /** Any other would never be that of a user, so a denial would deny nothing. */
    static void requireOfUsers(String pattern) {
        String[] parts = pattern.split(":", PARTS);
        boolean possible = parts.length == PARTS
                && Wildcard.matches(parts[0], "arn")
                && Wildcard.matches(parts[1], "aws")
                && Wildcard.matches(parts[2], "iam")
                && Wildcard.matches(parts[3], "")
                && Wildcard.matches(parts[4], "")
                && (parts[5].startsWith("user/") || parts[5].startsWith("*"));
        if (!possible) {
            throw new IllegalArgumentException(pattern);
        }
    }
}
