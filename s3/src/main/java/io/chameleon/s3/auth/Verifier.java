package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Compares signatures with what the user's secret gives. */
final class Verifier {
    private final Credentials credentials;
    private final DayKeys keys = new DayKeys();

    Verifier(Credentials credentials) {
        this.credentials = credentials;
    }

    User user(String accessKey) {
        User user = credentials.find(accessKey);
        if (user == null) {
            throw new S3Exception(S3Error.INVALID_ACCESS_KEY_ID).with("AWSAccessKeyId", accessKey);
        }
        return user;
    }

    /** The answer checks the chunks that follow. */
    ChunkSignatures check(User user, Scope scope, String timestamp, CanonicalRequest request, String signature) {
        byte[] key = keys.of(user.secret(), scope);
        List<String> texts = request.texts();
        for (String text : texts) {
            if (Hashes.same(Hashes.hmacHex(key, toSign(timestamp, scope, text)), signature)) {
                keys.keep(user.secret(), scope, key);
                return new ChunkSignatures(key, timestamp, scope.signed(), signature);
            }
        }
        throw mismatch(scope.accessKey(), toSign(timestamp, scope, texts.get(0)), signature)
                .with("CanonicalRequest", texts.get(0));
    }

    /** The signature of a form is of its policy, as it was sent. */
    void checkForm(User user, Scope scope, String policy, String signature) {
        byte[] key = keys.of(user.secret(), scope);
        if (!Hashes.same(Hashes.hmacHex(key, policy), signature)) {
            throw mismatch(scope.accessKey(), policy, signature);
        }
        keys.keep(user.secret(), scope, key);
    }

    /** The form of version 2. */
    void checkOldForm(User user, String accessKey, String policy, String signature) {
        byte[] secret = user.secret().getBytes(StandardCharsets.UTF_8);
        String expected = Base64.getEncoder().encodeToString(Hashes.hmac(Hashes.HMAC_SHA1, secret, policy));
        if (!Hashes.same(expected, signature)) {
            throw mismatch(accessKey, policy, signature);
        }
    }

    private static String toSign(String timestamp, Scope scope, String canonicalRequest) {
        return AuthorizationHeader.ALGORITHM + "\n" + timestamp + "\n" + scope.signed() + "\n"
                + Hashes.sha256Hex(canonicalRequest);
    }

    private static S3Exception mismatch(String accessKey, String toSign, String signature) {
        return new S3Exception(S3Error.SIGNATURE_DOES_NOT_MATCH)
                .with("AWSAccessKeyId", accessKey)
                .with("StringToSign", toSign)
                .with("SignatureProvided", signature);
    }
}
