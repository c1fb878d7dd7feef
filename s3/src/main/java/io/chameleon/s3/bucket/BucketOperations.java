package io.chameleon.s3.bucket;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.error.BucketExistsException;
import io.chameleon.client.error.Errors;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.acl.ObjectOwnership;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.TagSet;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** CreateBucket, HeadBucket, GetBucketLocation. */
public final class BucketOperations {
    /** The LocationConstraint that a bucket was made with. It is kept and shown, and means nothing to the store. */
    static final String LOCATION = "location";

    private static final String FIRST_REGION = "us-east-1";

    private final AsyncChameleonClient client;
    private final AclRequests acls;
    private final String region;

    public BucketOperations(AsyncChameleonClient client, AclRequests acls, String region) {
        this.client = client;
        this.acls = acls;
        this.region = region;
    }

    public CompletableFuture<S3Response> create(Call call) {
        String name = call.bucket();
        BucketNames.require(name);
        Acl asked = acls.ofNewBucket(call);
        String acl = asked.coded(call.requester());
        Optional<ObjectOwnership> ownership = ObjectOwnership.asked(call.header("x-amz-object-ownership"));
        ownership.ifPresent(one -> one.requireFit(asked, call.requester()));
        refuseLock(call);
        return Documents.read(call).thenCompose(document -> {
            Map<String, String> settings = document.length == 0 ? new HashMap<>() : configured(document);
            if (acl != null) {
                settings.put(Acl.SETTING, acl);
            }
            ownership.ifPresent(one -> settings.put(ObjectOwnership.SETTING, one.label()));
            return client.createBucket(name, call.requester(), settings)
                    .thenApply(made -> S3Response.of(200).header("Location", "/" + name))
                    .exceptionallyCompose(failure -> taken(call, acl, ownership, failure));
        });
    }

    private static void refuseLock(Call call) {
        if ("true".equalsIgnoreCase(call.header("x-amz-bucket-object-lock-enabled"))) {
            throw new S3Exception(S3Error.NOT_IMPLEMENTED).with("Header", "x-amz-bucket-object-lock-enabled");
        }
    }

    private static Map<String, String> configured(byte[] document) {
        Element root = XmlReader.read(document, "CreateBucketConfiguration");
        String location = root.textOf("LocationConstraint").orElse("").strip();
        if (!location.matches("[A-Za-z0-9-]{0,64}")) {
            throw new S3Exception(S3Error.INVALID_LOCATION_CONSTRAINT).with("LocationConstraint", location);
        }
        Map<String, String> settings = new HashMap<>();
        if (!location.isEmpty()) {
            settings.put(LOCATION, location);
        }
        root.first("Tags")
                .map(TagSet::ofNewBucket)
                .filter(tags -> tags.size() > 0)
                .ifPresent(tags -> settings.put(BucketTags.TAGS, tags.coded()));
        return settings;
    }

    /**
     * Whether one's own or another's is a difference that clients act on. In Amazon's first region one's own is made
     * once more, unless with another ACL or ownership: programs count on that.
     */
    private CompletableFuture<S3Response> taken(
            Call call, @Nullable String acl, Optional<ObjectOwnership> ownership, Throwable failure) {
        if (!(Errors.unwrap(failure) instanceof BucketExistsException)) {
            return CompletableFuture.failedFuture(failure);
        }
        return client.bucket(call.bucket()).thenApply(there -> {
            boolean own = there.owner().equals(call.requester());
            boolean first = region.equals(FIRST_REGION);
            boolean alike = Objects.equals(acl, there.settings().get(Acl.SETTING))
                    && ownership.orElse(ObjectOwnership.of(there)) == ObjectOwnership.of(there);
            if (own && first && alike) {
                return S3Response.of(200).header("Location", "/" + call.bucket());
            }
            throw new S3Exception(own && !first ? S3Error.BUCKET_ALREADY_OWNED_BY_YOU : S3Error.BUCKET_ALREADY_EXISTS)
                    .with("BucketName", call.bucket());
        });
    }

    public CompletableFuture<S3Response> head(Call call) {
        return CompletableFuture.completedFuture(S3Response.of(200).header("x-amz-bucket-region", region));
    }

    public CompletableFuture<S3Response> location(Call call) {
        BucketInfo info = call.existing();
        String location = info.settings().getOrDefault(LOCATION, region.equals(FIRST_REGION) ? "" : region);
        return CompletableFuture.completedFuture(S3Response.xml(XmlWriter.element("LocationConstraint", location)));
    }
}
