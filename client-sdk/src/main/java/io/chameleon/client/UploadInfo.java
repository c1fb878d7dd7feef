package io.chameleon.client;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Upload;
import java.time.Instant;
import java.util.Map;

/**
 * An open multipart upload.
 *
 * @param id names the upload; 32 hexadecimal digits
 * @param owner who began it; "" if nobody is asked who it is
 * @param policy of its parts
 * @param contentType of the object, unless the completion names another
 * @param userMetadata of the object, to which the completion may add
 */
public record UploadInfo(
        String bucket,
        String key,
        String id,
        Instant started,
        String owner,
        RedundancyPolicy policy,
        String contentType,
        Map<String, String> userMetadata) {
    public UploadInfo {
        userMetadata = Map.copyOf(userMetadata);
    }

    static UploadInfo of(Upload upload) {
        return new UploadInfo(
                upload.object().bucket(),
                upload.object().key(),
                upload.id().toString(),
                Instant.ofEpochMilli(upload.startedMillis()),
                upload.owner(),
                upload.policy(),
                upload.contentType(),
                upload.userMetadata());
    }

    ObjectId object() {
        return ObjectId.ofUser(bucket, key);
    }

    WriteId writeId() {
        return WriteId.parse(id);
    }
}
