package io.chameleon.s3.object;

import io.chameleon.client.ObjectSource;
import io.chameleon.s3.body.ChecksumType;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.http.S3Response;
import java.util.HashMap;
import java.util.Map;

/** The bytes of a request with what is known at their end: their ETag and checksums. */
public final class DescribedBody {
    private DescribedBody() {}

    /** The bytes of a request, for the store, with what is known at their end. */
    public static ObjectSource source(Incoming body) {
        return body.source().describedAtEnd(() -> pairs(body));
    }

    /** What is known of them at their end. */
    public static Map<String, String> pairs(Incoming body) {
        Map<String, String> pairs = new HashMap<>();
        pairs.put(StoredObject.ETAG, body.md5());
        body.checksums().forEach((algorithm, value) -> pairs.put(StoredObject.CHECKSUM + algorithm, value));
        return pairs;
    }

    /** What a client is told of bytes that were written. */
    public static S3Response answer(Incoming body) {
        return withChecksums(S3Response.of(200).header("ETag", '"' + body.md5() + '"'), body);
    }

    /** The answer, with the checksums of what was written. */
    public static S3Response withChecksums(S3Response answer, Incoming body) {
        body.checksums().forEach((algorithm, value) -> answer.header("x-amz-checksum-" + algorithm, value));
        return answer;
    }

    /** The answer about an object that was written in one piece: its checksum is of all bytes. */
    public static S3Response ofWhole(S3Response answer, Incoming body) {
        return body.checksums().isEmpty()
                ? answer
                : answer.header("x-amz-checksum-type", ChecksumType.FULL_OBJECT.name());
    }
}
