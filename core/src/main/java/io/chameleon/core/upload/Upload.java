package io.chameleon.core.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Map;

/**
 * A multipart upload that is neither completed nor aborted. It stays until one of that happens; the balancer
 * aborts it by the bucket's lifecycle rules, or when it looks abandoned.
 *
 * @param object that its completion writes
 * @param startedMillis by the metadata service's clock
 * @param owner who began it; "" if nobody is asked who it is
 * @param policy of its parts
 * @param contentType of the object, unless its completion names another
 * @param userMetadata of the object; its completion may add to them
 */
public record Upload(
        ObjectId object,
        WriteId id,
        long startedMillis,
        String owner,
        RedundancyPolicy policy,
        String contentType,
        Map<String, String> userMetadata) {
    public Upload {
        Slices.requireBucketOrSlice(object.bucket());
        userMetadata = Map.copyOf(userMetadata);
    }
}
