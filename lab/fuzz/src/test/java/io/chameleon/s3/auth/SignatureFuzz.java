package io.chameleon.s3.auth;

import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests and forms from the network. The first line is {@code FORM}, or a method and a target; the others are headers
 * or fields. Nobody who lacks the secret may come out as a user.
 */
public final class SignatureFuzz {
    private static final User USER = new User("fuzzed", "the secret of nobody");
    private static final Authenticator AUTHENTICATOR = new Authenticator(
            key -> key.equals("KEY") ? USER : null, null, InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")));

    private SignatureFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String[] lines = new String(data, StandardCharsets.ISO_8859_1).split("\n", -1);
        String user;
        try {
            user = lines[0].equals("FORM") ? form(lines) : request(lines);
        } catch (S3Exception refusal) {
            Refusal.requireOneLine(refusal);
            return;
        }
        if (user != null) {
            throw new IllegalStateException("a signature without the secret");
        }
    }

    private static @Nullable String form(String[] lines) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            fields.put(name(lines[i]), value(lines[i]));
        }
        String policy = fields.getOrDefault("policy", "");
        // Most of the work comes after the signature, so the document is also read as if it were signed.
        PostPolicyReader.read(policy).check("user", "bucket", fields, Instant.EPOCH);
        return AUTHENTICATOR.authenticateForm("bucket", fields).user();
    }

    private static @Nullable String request(String[] lines) {
        HttpHeaders headers =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        for (int i = 1; i < lines.length; i++) {
            headers.add(name(lines[i]), value(lines[i]));
        }
        SignedRequest request = new SignedRequest("PUT", lines[0], headers);
        String path = UriCodec.normalize(request.path(), true, false);
        if (!UriCodec.normalize(path, true, false).equals(path)) {
            throw new IllegalStateException("a path is not what it decodes to: " + path);
        }
        return AUTHENTICATOR.authenticate(request).user();
    }

    private static String name(String line) {
        int colon = line.indexOf(':');
        return colon < 0 ? line : line.substring(0, colon);
    }

    private static String value(String line) {
        int colon = line.indexOf(':');
        return colon < 0 ? "" : line.substring(colon + 1);
    }
}
