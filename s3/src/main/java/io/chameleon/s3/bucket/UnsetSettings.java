package io.chameleon.s3.bucket;

import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Router;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Answers about what no bucket has here. */
public final class UnsetSettings {
    /** What S3 answers about a setting that nobody made; for the others it has an empty document. */
    private static final Map<String, S3Error> ABSENT = Map.of(
            "encryption", S3Error.SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND,
            "object-lock", S3Error.OBJECT_LOCK_CONFIGURATION_NOT_FOUND,
            "replication", S3Error.REPLICATION_CONFIGURATION_NOT_FOUND,
            "website", S3Error.NO_SUCH_WEBSITE_CONFIGURATION);

    private static final Map<String, String> EMPTY = Map.of(
            "accelerate", "AccelerateConfiguration",
            "logging", "BucketLoggingStatus",
            "notification", "NotificationConfiguration");

    /** A bucket may have many of each, by their ids: the documents that list them. */
    private static final Map<String, String> NAMED = Map.of(
            "analytics", "ListBucketAnalyticsConfigurationsResult",
            "intelligent-tiering", "ListBucketIntelligentTieringConfigurationsOutput",
            "inventory", "ListInventoryConfigurationsResult",
            "metrics", "ListMetricsConfigurationsResult");

    /** What S3 deletes without a word if it is not there. */
    private static final Set<String> DELETED = Set.of("encryption", "replication", "website");

    private UnsetSettings() {}

    /** What no bucket has here is not there, or empty, in S3's words for each. */
    public static CompletableFuture<S3Response> get(Call call) {
        for (String name : Router.UNSET) {
            if (!call.query().has(name)) {
                continue;
            }
            String list = NAMED.get(name);
            S3Error absent = ABSENT.get(name);
            String root = EMPTY.get(name);
            if (list != null) {
                return CompletableFuture.completedFuture(S3Response.xml(empty(call, list)));
            }
            if (absent != null) {
                throw new S3Exception(absent).with("BucketName", call.bucket());
            }
            if (root != null) {
                return CompletableFuture.completedFuture(
                        S3Response.xml(XmlWriter.document(root).end()));
            }
            if (name.equals("requestPayment")) {
                return CompletableFuture.completedFuture(
                        S3Response.xml(XmlWriter.document("RequestPaymentConfiguration")
                                .text("Payer", "BucketOwner")
                                .end()));
            }
        }
        throw new S3Exception(S3Error.NOT_IMPLEMENTED);
    }

    /** One that is asked for by its id is not in it. */
    private static String empty(Call call, String list) {
        if (call.query().has("id")) {
            throw new S3Exception(S3Error.NO_SUCH_CONFIGURATION);
        }
        return XmlWriter.document(list).text("IsTruncated", false).end();
    }

    /** What is not there need not be deleted. */
    public static CompletableFuture<S3Response> delete(Call call) {
        if (NAMED.keySet().stream().anyMatch(call.query()::has)) {
            throw new S3Exception(S3Error.NO_SUCH_CONFIGURATION);
        }
        if (DELETED.stream().noneMatch(call.query()::has)) {
            throw new S3Exception(S3Error.NOT_IMPLEMENTED);
        }
        return CompletableFuture.completedFuture(S3Response.of(204));
    }
}
