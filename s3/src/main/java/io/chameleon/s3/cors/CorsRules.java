package io.chameleon.s3.cors;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CORS configuration of one bucket. The first rule that allows a request decides.
 *
 * @param rules in their order
 */
public record CorsRules(List<CorsRule> rules) {
    /** Root of the document. */
    public static final String ROOT = "CORSConfiguration";

    private static final int MAX_RULES = 100;
    private static final int MAX_ID = 255;
    private static final String HEADER_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]*";
    private static final Set<String> METHODS = Set.of("GET", "PUT", "POST", "DELETE", "HEAD");

    public CorsRules {
        rules = List.copyOf(rules);
    }

    /** Reads the document of PutBucketCors. */
    public static CorsRules parse(Element root) {
        List<CorsRule> rules = root.all("CORSRule").map(CorsRules::rule).toList();
        if (!root.name().equals(ROOT) || rules.isEmpty() || rules.size() > MAX_RULES) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return new CorsRules(rules);
    }

    private static CorsRule rule(Element rule) {
        List<String> origins = texts(rule, "AllowedOrigin");
        List<String> methods = texts(rule, "AllowedMethod");
        List<String> headers = texts(rule, "AllowedHeader");
        String id = rule.textOf("ID").orElse("");
        if (origins.isEmpty() || methods.isEmpty() || id.length() > MAX_ID) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        for (String method : methods) {
            if (!METHODS.contains(method)) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        "Found unsupported HTTP method in CORS config. Unsupported method is " + method);
            }
        }
        requireOneStar("AllowedOrigin", origins);
        requireOneStar("AllowedHeader", headers);
        List<String> exposed = texts(rule, "ExposeHeader");
        for (String header : exposed) {
            if (!header.matches(HEADER_NAME)) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST, "ExposeHeader \"" + header + "\" contains invalid character.");
            }
        }
        return new CorsRule(id, origins, methods, headers, exposed, maxAge(rule));
    }

    private static void requireOneStar(String element, List<String> patterns) {
        for (String pattern : patterns) {
            if (pattern.indexOf('*') != pattern.lastIndexOf('*')) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST, element + " \"" + pattern + "\" can not have more than one wildcard.");
            }
        }
    }

    private static long maxAge(Element rule) {
        try {
            long seconds = rule.textOf("MaxAgeSeconds")
                    .map(String::strip)
                    .map(Long::parseLong)
                    .orElse(-1L);
            if (seconds >= -1 && seconds <= Integer.MAX_VALUE) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range is.
        }
        throw new S3Exception(S3Error.MALFORMED_XML);
    }

    private static List<String> texts(Element rule, String name) {
        return rule.all(name).map(element -> element.text().strip()).toList();
    }

    /**
     * The grant of the first rule that allows the request; null: none does.
     *
     * @param requestHeaders the value of Access-Control-Request-Headers; null unless a browser asks beforehand
     */
    public @Nullable CorsGrant match(String origin, String method, @Nullable String requestHeaders) {
        List<String> headers = new ArrayList<>();
        if (requestHeaders != null) {
            Arrays.stream(requestHeaders.split(",", -1))
                    .map(String::strip)
                    .filter(header -> !header.isEmpty())
                    .forEach(headers::add);
        }
        for (CorsRule rule : rules) {
            CorsGrant grant = rule.grant(origin, method, headers);
            if (grant != null) {
                return grant;
            }
        }
        return null;
    }

    /** The document of GetBucketCors. */
    public String document() {
        XmlWriter xml = XmlWriter.document(ROOT);
        for (CorsRule rule : rules) {
            xml.open("CORSRule");
            if (!rule.id().isEmpty()) {
                xml.text("ID", rule.id());
            }
            rule.headers().forEach(header -> xml.text("AllowedHeader", header));
            rule.methods().forEach(method -> xml.text("AllowedMethod", method));
            rule.origins().forEach(origin -> xml.text("AllowedOrigin", origin));
            rule.exposed().forEach(header -> xml.text("ExposeHeader", header));
            if (rule.maxAgeSeconds() >= 0) {
                xml.text("MaxAgeSeconds", rule.maxAgeSeconds());
            }
            xml.close();
        }
        return xml.end();
    }
}
