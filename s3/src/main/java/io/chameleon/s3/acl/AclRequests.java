package io.chameleon.s3.acl;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.acl.Acl.Grant;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lists that requests ask for: by {@code x-amz-acl}, by the headers {@code x-amz-grant-*}, or as a document. A list
 * that grants something to a group is refused where the bucket blocks public ACLs, and any list where no ACL counts.
 */
public final class AclRequests {
    private static final String CANNED = "x-amz-acl";
    private static final int MOST = 100;

    private final Grantees grantees;

    /** @param users whether there is a user of that name */
    public AclRequests(Predicate<String> users) {
        this.grantees = new Grantees(users);
    }

    /** For a bucket that is to be made. */
    public Acl ofNewBucket(Call call) {
        Acl asked = asked(call.request().headers(), call.requester(), call.requester());
        return asked == null ? Acl.ownedBy(call.requester()) : asked;
    }

    /** What an object that the request writes keeps of it: one pair of its metadata, or none. */
    public Map<String, String> ofNewObject(Call call) {
        return ofNewObject(call.existing(), call.who().user(), call.request().headers());
    }

    /**
     * The same for headers that are not the request's own: a form has fields.
     *
     * @param user who writes; what nobody in particular writes is the bucket owner's
     */
    public Map<String, String> ofNewObject(
            BucketInfo bucket, @Nullable String user, Map<String, List<String>> headers) {
        ObjectOwnership ownership = ObjectOwnership.of(bucket);
        boolean handsOver = handsOver(headers) && ownership == ObjectOwnership.BUCKET_OWNER_PREFERRED;
        String owner = user == null || handsOver || ownership.isEnforced() ? bucket.owner() : user;
        Acl asked = asked(headers, owner, bucket.owner());
        requireCounting(asked, headers, ownership);
        Acl acl = asked == null ? Acl.ownedBy(owner) : permitted(asked, bucket);
        String coded = acl.coded(bucket.owner());
        return coded == null ? Map.of() : Map.of(Acl.METADATA, coded);
    }

    /** What PutBucketAcl and PutObjectAcl ask for. */
    public CompletableFuture<Acl> ofChange(Call call, String owner) {
        BucketInfo bucket = call.existing();
        ObjectOwnership ownership = ObjectOwnership.of(bucket);
        Acl asked = asked(call.request().headers(), owner, bucket.owner());
        requireCounting(asked, call.request().headers(), ownership);
        return Documents.read(call).thenApply(document -> {
            if (document.length == 0) {
                if (asked == null) {
                    throw new S3Exception(S3Error.MISSING_SECURITY_HEADER);
                }
                return permitted(asked, bucket);
            }
            if (asked != null) {
                throw new S3Exception(S3Error.UNEXPECTED_CONTENT);
            }
            if (ownership.isEnforced()) {
                throw new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED);
            }
            return permitted(bounded(new AclReader(owner, grantees).read(document)), bucket);
        });
    }

    /** Where no ACL counts, one may be asked for that makes the bucket's owner the owner, who is that anyway. */
    private static void requireCounting(
            @Nullable Acl asked, Map<String, List<String>> headers, ObjectOwnership ownership) {
        if (asked != null && ownership.isEnforced() && !handsOver(headers)) {
            throw new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED);
        }
    }

    private static boolean handsOver(Map<String, List<String>> headers) {
        return headers.getOrDefault(CANNED, List.of()).contains(CannedAcl.BUCKET_OWNER_FULL_CONTROL.header());
    }

    private static Acl permitted(Acl acl, BucketInfo bucket) {
        if (acl.isPublic() && PublicAccessBlock.of(bucket).blocksAcls()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return acl;
    }

    private static Acl bounded(Acl acl) {
        if (acl.grants().size() > MOST) {
            throw new S3Exception(S3Error.MALFORMED_ACL);
        }
        return acl;
    }

    private @Nullable Acl asked(Map<String, List<String>> headers, String owner, String bucketOwner) {
        List<Grant> grants = new ArrayList<>();
        for (Permission permission : Permission.values()) {
            headers.getOrDefault(permission.header(), List.of())
                    .forEach(value -> addGrants(grants, permission, value, owner));
        }
        // An empty one asks for nothing: s3fs sends it.
        String canned = headers.getOrDefault(CANNED, List.of("")).get(0);
        if (canned.isEmpty()) {
            return grants.isEmpty() ? null : bounded(new Acl(owner, grants));
        }
        if (!grants.isEmpty()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Specifying both Canned ACLs and Header Grants is not allowed");
        }
        return CannedAcl.parse(canned).of(owner, bucketOwner);
    }

    /** Such as {@code id="ann", uri="http://..."}. */
    private void addGrants(List<Grant> grants, Permission permission, String header, String owner) {
        for (String one : header.split(",")) {
            int equals = one.indexOf('=');
            String kind = equals < 0 ? "" : one.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String value = one.substring(equals + 1).strip().replaceAll("^\"|\"$", "");
            grants.add(new Grant(
                    switch (kind) {
                        case "id" -> grantees.user(value, owner);
                        case "uri" -> grantees.group(value);
                        case "emailaddress" -> throw Grantees.unresolvable(value);
                        default ->
                            throw new S3Exception(
                                            S3Error.INVALID_ARGUMENT,
                                            "a grantee is id=\"NAME\" or uri=\"GROUP\", several are parted by commas")
                                    .with("ArgumentName", permission.header())
                                    .with("ArgumentValue", header);
                    },
                    permission));
        }
    }
}
