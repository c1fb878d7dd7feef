package io.chameleon.s3.acl;

import io.chameleon.s3.acl.Acl.Grant;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** S3's ready-made lists, by the values of {@code x-amz-acl}. */
enum CannedAcl {
    PRIVATE,
    PUBLIC_READ(new Grant(Grantee.Group.ALL_USERS, Permission.READ)),
    PUBLIC_READ_WRITE(
            new Grant(Grantee.Group.ALL_USERS, Permission.READ), new Grant(Grantee.Group.ALL_USERS, Permission.WRITE)),
    AUTHENTICATED_READ(new Grant(Grantee.Group.AUTHENTICATED_USERS, Permission.READ)),
    BUCKET_OWNER_READ,
    BUCKET_OWNER_FULL_CONTROL;

    private final List<Grant> groups;

    CannedAcl(Grant... groups) {
        this.groups = List.of(groups);
    }

    static CannedAcl parse(String header) {
        for (CannedAcl acl : values()) {
            if (acl.header().equals(header)) {
                return acl;
            }
        }
        String known = Arrays.stream(values()).map(CannedAcl::header).collect(Collectors.joining(", "));
        throw new S3Exception(S3Error.INVALID_ARGUMENT, "a canned ACL is one of " + known)
                .with("ArgumentName", "x-amz-acl")
                .with("ArgumentValue", header);
    }

    String header() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For what a user makes in a bucket; for a bucket itself both are the same. */
    Acl of(String owner, String bucketOwner) {
        List<Grant> grants = new ArrayList<>(Acl.ownedBy(owner).grants());
        grants.addAll(groups);
        if (!owner.equals(bucketOwner) && (this == BUCKET_OWNER_READ || this == BUCKET_OWNER_FULL_CONTROL)) {
            Permission permission = this == BUCKET_OWNER_READ ? Permission.READ : Permission.FULL_CONTROL;
            grants.add(new Grant(new Grantee.Named(bucketOwner), permission));
        }
        return new Acl(owner, grants);
    }
}
