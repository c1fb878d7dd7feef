package io.chameleon.s3.auth;

import org.jspecify.annotations.Nullable;

/** The parts of {@code AWS4-HMAC-SHA256 Credential=..., SignedHeaders=..., Signature=...}. */
record AuthorizationHeader(String credential, String signedHeaders, String signature) {
    static final String ALGORITHM = "AWS4-HMAC-SHA256";

    static AuthorizationHeader parse(String header) {
        String credential = null;
        String signedHeaders = null;
        String signature = null;
        for (String part : header.substring(ALGORITHM.length()).split(",", -1)) {
            String field = part.strip();
            int equals = field.indexOf('=');
            String value = equals < 0 ? "" : field.substring(equals + 1);
            switch (equals < 0 ? "" : field.substring(0, equals)) {
                case "Credential" -> credential = once(credential, value, "Credential");
                case "SignedHeaders" -> signedHeaders = once(signedHeaders, value, "SignedHeaders");
                case "Signature" -> signature = once(signature, value, "Signature");
                default -> throw Fault.HEADER.because("it has more than Credential, SignedHeaders and Signature.");
            }
        }
        return new AuthorizationHeader(
                given(credential, "Credential"), given(signedHeaders, "SignedHeaders"), given(signature, "Signature"));
    }

    private static String once(@Nullable String before, String value, String field) {
        if (before != null) {
            throw Fault.HEADER.because(field + " is given twice.");
        }
        return value;
    }

    private static String given(@Nullable String value, String field) {
        if (value == null || value.isEmpty()) {
            throw Fault.HEADER.because("the authorization header requires three components:"
                    + " Credential, SignedHeaders, and Signature; " + field + " is missing.");
        }
        return value;
    }
}
