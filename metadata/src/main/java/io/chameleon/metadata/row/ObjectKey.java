package io.chameleon.metadata.row;

import io.chameleon.core.ObjectId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** Primary key of an object's row. */
@Embeddable
public record ObjectKey(
        @Column(name = "bucket") String bucket,
        @Column(name = "object_key") String key) {
    public static ObjectKey of(ObjectId id) {
        return new ObjectKey(id.bucket(), id.key());
    }

    public ObjectId toId() {
        return new ObjectId(bucket, key);
    }
}
