package io.chameleon.s3.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Whom a statement is about.
 *
 * @param everybody whether users are not the only ones
 * @param users by their names
 */
record Principals(boolean everybody, Set<String> users) {
    private static final String USER_ARN = "arn:aws:iam::";
    private static final String USER = ":user/";
    private static final String ROOT = ":root";

    /** Reads the element. */
    static Principals of(JsonNode principal) {
        if (principal.isTextual() && principal.textValue().equals("*")) {
            return new Principals(true, Set.of());
        }
        if (!principal.isObject() || principal.size() != 1) {
            throw PolicyElements.malformed("Invalid principal in policy");
        }
        if (!principal.has("AWS")) {
            throw PolicyElements.notImplemented("a principal that is no user");
        }
        boolean everybody = false;
        Set<String> users = new HashSet<>();
        for (JsonNode user : PolicyElements.many(principal, "AWS")) {
            String name = PolicyElements.text(user, "principal");
            if (name.equals("*")) {
                everybody = true;
            } else {
                users.add(user(name));
            }
        }
        return new Principals(everybody, Set.copyOf(users));
    }

    /**
     * A user's name, plain or as Amazon writes it: {@code arn:aws:iam::ACCOUNT:user/NAME}, or
     * {@code arn:aws:iam::NAME:root}, for a user owns buckets as an account does there.
     */
    private static String user(String principal) {
        if (principal.startsWith(USER_ARN) && principal.endsWith(ROOT)) {
            String account = principal.substring(USER_ARN.length(), principal.length() - ROOT.length());
            if (!account.isEmpty() && account.indexOf('*') < 0) {
                return account;
            }
        }
        int name = principal.indexOf(USER);
        if (principal.startsWith(USER_ARN) && name > 0) {
            return principal.substring(name + USER.length());
        }
        if (principal.isEmpty() || principal.startsWith("arn:") || principal.indexOf('*') >= 0) {
            throw PolicyElements.malformed("Invalid principal in policy").with("Detail", principal);
        }
        return principal;
    }
}
