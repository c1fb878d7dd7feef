package io.chameleon.s3.cors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the browser is told of the rule that allows its request.
 *
 * @param origin the request's, or a star
 * @param headers those that the browser asked for
 */
public record CorsGrant(
        String origin, List<String> methods, List<String> headers, List<String> exposed, long maxAgeSeconds) {
    /** Headers of the answer. With credentials only if the rule names origins: browsers refuse both. */
    public Map<String, String> responseHeaders() {
        Map<String, String> answer = new LinkedHashMap<>();
        answer.put("Access-Control-Allow-Origin", origin);
        answer.put("Access-Control-Allow-Methods", String.join(", ", methods));
        if (!headers.isEmpty()) {
            answer.put("Access-Control-Allow-Headers", String.join(", ", headers));
        }
        if (!exposed.isEmpty()) {
            answer.put("Access-Control-Expose-Headers", String.join(", ", exposed));
        }
        if (maxAgeSeconds >= 0) {
            answer.put("Access-Control-Max-Age", Long.toString(maxAgeSeconds));
        }
        if (!origin.equals("*")) {
            answer.put("Access-Control-Allow-Credentials", "true");
        }
        answer.put("Vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
        return answer;
    }
}
