package io.chameleon.s3.bucket;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.access.Memo;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.cors.CorsGrant;
import io.chameleon.s3.cors.CorsRules;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Request;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What pages of other origins are told: the answer to a browser's question, and headers of other answers. */
public final class Cors {
    static final String SETTING = "cors";

    private final BucketCache buckets;
    private final Memo<CorsRules> rules =
            new Memo<>(text -> CorsRules.parse(XmlReader.read(text.getBytes(StandardCharsets.UTF_8))));

    public Cors(BucketCache buckets) {
        this.buckets = buckets;
    }

    /** A browser asks whether it may send a request; it is nobody, since browsers do not sign this. */
    public CompletableFuture<S3Response> preflight(Call call) {
        String origin = call.header("origin");
        String method = call.header("access-control-request-method");
        if (origin == null || method == null || call.target().isService()) {
            throw new S3Exception(S3Error.BAD_REQUEST, "Insufficient information. Origin request header needed.");
        }
        return buckets.find(call.bucket()).thenApply(info -> {
            CorsGrant grant = grant(info, origin, method, call.header("access-control-request-headers"));
            if (grant == null) {
                throw new S3Exception(S3Error.CORS_FORBIDDEN);
            }
            return add(S3Response.of(200), grant);
        });
    }

    /** Adds the headers that the page's origin needs to see the answer; errors get them, too. */
    public S3Response allow(S3Request request, String bucket, S3Response answer) {
        String origin = request.header("origin");
        if (origin == null || request.method().equals("OPTIONS")) {
            return answer;
        }
        BucketInfo info = buckets.known(bucket);
        if (info == null) {
            return answer;
        }
        // A page cannot set this header. A script that does asks what a page would be told.
        String asked = request.header("access-control-request-method");
        CorsGrant grant = grant(info, origin, asked == null ? request.method() : asked, null);
        return grant == null ? answer : add(answer, grant);
    }

    private @Nullable CorsGrant grant(BucketInfo info, String origin, String method, @Nullable String headers) {
        String text = info.settings().get(SETTING);
        return text == null ? null : rules.of(text).match(origin, method, headers);
    }

    private static S3Response add(S3Response answer, CorsGrant grant) {
        grant.responseHeaders().forEach(answer::header);
        return answer;
    }
}
