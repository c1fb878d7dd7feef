package io.chameleon.s3.multipart;

import io.chameleon.client.PartInfo;
import io.chameleon.client.UploadInfo;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.ChecksumType;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.object.StoredObject;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An open upload as S3 shows it, and the keys under which its metadata and those of its parts keep S3's own. */
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

    /** What a part's answer and its line in a listing say; null if the part has none of that algorithm. */
    static @Nullable String checksum(PartInfo part, ChecksumAlgorithm algorithm) {
        return part.metadata().get(StoredObject.CHECKSUM + algorithm.name().toLowerCase(Locale.ROOT));
    }

    static String etag(PartInfo part) {
        return part.metadata().getOrDefault(StoredObject.ETAG, part.component());
    }

    /** Names in documents, such as ChecksumCRC32. */
    static String element(ChecksumAlgorithm algorithm) {
        return "Checksum" + algorithm.name();
    }

    /** All of a part's checksums, by the name of the algorithm. */
    static void checksums(PartInfo part, Map<String, String> into) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = checksum(part, algorithm);
            if (value != null) {
                into.put(element(algorithm), value);
            }
        }
    }

    /** The id that a request names: what cannot be one names no upload. */
    static String id(Call call) {
        String id = call.query().get("uploadId", "");
        if (!id.matches("[0-9a-f]{32}")) {
            throw new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", id);
        }
        return id;
    }

    /** The part number that a request names. */
    static int number(Call call) {
        String text = call.query().get("partNumber", "");
        int number = text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > UploadPart.MAX_NUMBER) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "Part number must be an integer between 1 and 10000, inclusive")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", text);
        }
        return number;
    }
}
