package io.chameleon.s3.multipart;

import io.chameleon.client.UploadInfo;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.ChecksumType;
import io.chameleon.s3.object.StoredObject;
import org.jspecify.annotations.Nullable;

/** An open upload as S3 shows it, and the keys under which its metadata keep S3's own. */
record S3Upload(UploadInfo info) {
    /** Name of the algorithm that the parts' checksums have. */
    static final String ALGORITHM = StoredObject.OWN + "upload-checksum";

    /** The checksum that parts bring; null for none in particular. */
    @Nullable
    ChecksumAlgorithm algorithm() {
        String name = info.userMetadata().get(ALGORITHM);
        return name == null ? null : ChecksumAlgorithm.named(name);
    }

    ChecksumType type() {
        return ChecksumType.valueOf(info.userMetadata().getOrDefault(StoredObject.CHECKSUM_TYPE, "COMPOSITE"));
    }

    /** Who will own the object. */
    String owner(BucketInfo bucket) {
        return Acl.of(info.userMetadata(), bucket).owner();
    }

    String storageClass() {
        return info.userMetadata().getOrDefault(StoredObject.STORAGE_CLASS, "STANDARD");
    }
}
