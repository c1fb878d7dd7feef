package io.chameleon.s3.policy.condition;

/** Patterns in which a star is any text, slashes included, and a question mark any character. */
public final class Wildcard {
    private Wildcard() {}

    /** In at most pattern times text steps: only the last star is ever tried again. */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int retry = 0;
        while (t < text.length()) {
            char c = p < pattern.length() ? pattern.charAt(p) : 0;
            if (p < pattern.length() && c == '*') {
                star = p++;
                retry = t;
            } else if (p < pattern.length() && (c == '?' || c == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
