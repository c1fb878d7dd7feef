package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sent a request. For any number of threads.
 *
 * <p>Two ways to sign in one request are refused, as is version 2 outside of forms. There are no temporary
 * credentials, so a session token belongs to no key here.
 */
public final class Authenticator {
    private static final String TOKEN = "x-amz-security-token";

    private final HeaderAuthenticator byHeader;
    private final QueryAuthenticator byQuery;
    private final FormAuthenticator byForm;

    /** Region: the one that requests must be signed for; null for any. */
    public Authenticator(Credentials credentials, @Nullable String region, InstantSource clock) {
        Verifier verifier = new Verifier(credentials);
        this.byHeader = new HeaderAuthenticator(verifier, region, clock);
        this.byQuery = new QueryAuthenticator(verifier, region, clock);
        this.byForm = new FormAuthenticator(verifier, region, clock);
    }

    /** A request without a signature is anonymous; one with a signature that does not hold is refused. */
    public Authentication authenticate(SignedRequest request) {
        List<QueryParameter> query = QueryParameter.parse(request.query());
        List<String> authorization = request.headers().getAll("authorization");
        boolean inQuery = QueryAuthenticator.signs(query);
        if (authorization.size() + (inQuery ? 1 : 0) > 1) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT,
                    "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string"
                            + " parameter or the Authorization header should be specified");
        }
        if (authorization.isEmpty() && !inQuery) {
            return anonymous(request, query);
        }
        refuseToken(request, query);
        return inQuery ? byQuery.authenticate(request, query) : byHeader.authenticate(request, authorization.get(0));
    }

    /**
     * Who sent a form, and what its policy allows. Fields: all before the file, with names in lower case and, in the
     * key, the file's name in place of the variable.
     */
    public FormGrant authenticateForm(String bucket, Map<String, String> fields) {
        if (fields.containsKey(TOKEN)) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
        return byForm.authenticate(bucket, fields);
    }

    static S3Exception version2() {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.");
    }

    private static Authentication anonymous(SignedRequest request, List<QueryParameter> query) {
        for (QueryParameter parameter : query) {
            if (parameter.decodedName().equals("AWSAccessKeyId")) {
                throw version2();
            }
        }
        String hash = request.headers().get(Payload.HEADER);
        Payload payload = hash == null ? Payload.UNSIGNED : Payload.parse(hash);
        if (payload.kind().signed()) {
            throw new S3Exception(S3Error.ACCESS_DENIED, "Signed chunks need a signed request.");
        }
        return new Authentication(null, payload);
    }

    private static void refuseToken(SignedRequest request, List<QueryParameter> query) {
        if (request.headers().contains(TOKEN)
                || query.stream().anyMatch(parameter -> parameter.decodedName().equalsIgnoreCase(TOKEN))) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
    }
}
