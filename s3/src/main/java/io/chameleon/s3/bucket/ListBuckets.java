package io.chameleon.s3.bucket;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** ListBuckets: the requester's own, in the order of names. */
public final class ListBuckets {
    private static final int MOST = 1000;
    /** S3 lets a user ask for ten times as many; the store gives pages. */
    private static final int MOST_ASKED = 10_000;

    private final AsyncChameleonClient client;

    public ListBuckets(AsyncChameleonClient client) {
        this.client = client;
    }

    public CompletableFuture<S3Response> list(Call call) {
        Query query = call.query();
        String prefix = query.get("prefix", "");
        String token = query.get("continuation-token", "");
        int most = Math.min(MOST, number(query.get("max-buckets", "" + MOST)));
        // One more than asked for tells whether there is another page.
        int limit = Math.min(MOST, most + 1);
        return client.buckets(call.requester(), token.isEmpty() ? before(prefix) : decoded(token), limit)
                .thenApply(page -> answer(call, page, prefix, most));
    }

    private static int number(String text) {
        int number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > MOST_ASKED) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT)
                    .with("ArgumentName", "max-buckets")
                    .with("ArgumentValue", text);
        }
        return number;
    }

    /** No name that begins with the prefix comes before it, and none is shorter; the prefix itself may be a name. */
    private static String before(String prefix) {
        return prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1);
    }

    private static S3Response answer(Call call, List<BucketInfo> page, String prefix, int most) {
        XmlWriter document = XmlWriter.document("ListAllMyBucketsResult");
        CanonicalUser.write(document, "Owner", call.requester());
        document.open("Buckets");
        String last = "";
        for (BucketInfo bucket : page.subList(0, Math.min(most, page.size()))) {
            last = bucket.name();
            if (bucket.name().startsWith(prefix)) {
                document.open("Bucket")
                        .text("Name", bucket.name())
                        .text("CreationDate", HttpDates.document(Instant.ofEpochMilli(bucket.createdMillis())))
                        .close();
            }
        }
        document.close();
        boolean more =
                page.size() >= Math.min(MOST, most + 1) && (last.startsWith(prefix) || last.compareTo(prefix) < 0);
        return S3Response.xml(document.text("ContinuationToken", more ? encoded(last) : null)
                .text("Prefix", prefix.isEmpty() ? null : prefix)
                .end());
    }

    private static String encoded(String name) {
        return Base64.getUrlEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "The continuation token provided is incorrect", e)
                    .with("ArgumentName", "continuation-token");
        }
    }
}
