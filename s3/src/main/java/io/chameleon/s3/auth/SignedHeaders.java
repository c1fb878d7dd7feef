package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which headers a signature covers: {@code host;x-amz-date}. */
final class SignedHeaders {
    private static final String AMAZON = "x-amz-";

    private SignedHeaders() {}

    static List<String> parse(String list, Fault fault) {
        List<String> names = Arrays.asList(list.split(";", -1));
        for (String name : names) {
            if (name.isEmpty() || !name.equals(name.toLowerCase(Locale.ROOT))) {
                throw fault.because("SignedHeaders must be lower-case names, separated by ';'.");
            }
        }
        if (!names.contains("host")) {
            throw fault.because("SignedHeaders must include 'host'.");
        }
        return names;
    }

    /** Amazon's own headers change what a request does: none may have been added on the way. */
    static void requireAllSigned(HttpHeaders headers, List<String> signed, Set<String> exempt) {
        Set<String> missing = new TreeSet<>();
        Set<String> known = new HashSet<>(signed);
        for (String header : headers.names()) {
            String name = header.toLowerCase(Locale.ROOT);
            if (name.startsWith(AMAZON) && !known.contains(name) && !exempt.contains(name)) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw new S3Exception(
                            S3Error.ACCESS_DENIED, "There were headers present in the request which were not signed")
                    .with("HeadersNotSigned", String.join(", ", missing));
        }
    }
}
