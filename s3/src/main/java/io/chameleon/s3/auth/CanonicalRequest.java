package io.chameleon.s3.auth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The text that a request's signature covers. Amazon takes a path as it is, without joining slashes or resolving dots,
 * and encodes each byte once. Clients differ in what they leave plain, so the text is made of the decoded target,
 * encoded strictly; a client that signs just what it sends is understood too. Both name the same key.
 */
final class CanonicalRequest {
    private static final int USUAL_CHARS = 1024;

    private final SignedRequest request;
    private final List<String> signedHeaders;
    private final String payloadHash;
    private final List<QueryParameter> parameters;

    /** Parameters: those of the query that are signed. */
    CanonicalRequest(
            SignedRequest request, List<QueryParameter> parameters, List<String> signedHeaders, String payloadHash) {
        this.request = request;
        this.parameters = parameters;
        this.signedHeaders = signedHeaders;
        this.payloadHash = payloadHash;
    }

    /** The strict text, and the literal one if it differs. */
    List<String> texts() {
        List<QueryParameter> normalized = new ArrayList<>(parameters.size());
        for (QueryParameter parameter : parameters) {
            normalized.add(parameter.normalized());
        }
        String path = request.path();
        String normalPath = UriCodec.normalize(path, true, false);
        String strict = text(normalPath, normalized);
        if (normalPath.equals(path) && normalized.equals(parameters)) {
            return List.of(strict);
        }
        return List.of(strict, text(path, new ArrayList<>(parameters)));
    }

    private String text(String path, List<QueryParameter> query) {
        StringBuilder text = new StringBuilder(USUAL_CHARS);
        text.append(request.method()).append('\n');
        text.append(path.isEmpty() ? "/" : path).append('\n');
        Collections.sort(query);
        for (int i = 0; i < query.size(); i++) {
            text.append(i == 0 ? "" : "&").append(query.get(i).name());
            text.append('=').append(query.get(i).value());
        }
        text.append('\n');
        CanonicalHeaders.append(text, request.headers(), signedHeaders);
        text.append('\n').append(String.join(";", signedHeaders)).append('\n').append(payloadHash);
        return text.toString();
    }
}
