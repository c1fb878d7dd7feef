package io.chameleon.s3.object;

import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.body.ChecksumAlgorithm;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a copy says of itself: content type and metadata. */
final class CopyDescription {
    private CopyDescription() {}

    /** The source's words or the request's. */
    static PutOptions of(StoredObject from, NewObject asked, boolean replace, boolean retag) {
        Map<String, String> pairs =
                new HashMap<>(replace ? asked.metadata() : from.info().userMetadata());
        pairs.remove(StoredObject.TAGS);
        String tags = retag
                ? asked.metadata().get(StoredObject.TAGS)
                : from.info().userMetadata().get(StoredObject.TAGS);
        set(pairs, StoredObject.TAGS, tags);
        // What a copy is stored as is asked for each time, as is who may read it.
        set(pairs, Acl.METADATA, asked.metadata().get(Acl.METADATA));
        set(pairs, StoredObject.STORAGE_CLASS, asked.metadata().get(StoredObject.STORAGE_CLASS));
        pairs.keySet().removeIf(StoredObject::isOfBytes);
        from.info().userMetadata().forEach((key, value) -> {
            if (StoredObject.isOfBytes(key)) {
                pairs.put(key, value);
            }
        });
        String type = replace ? asked.contentType() : from.info().contentType();
        return PutOptions.DEFAULT.contentType(type).userMetadata(pairs);
    }

    /**
     * The source's ETag says how it was uploaded; the copy is one piece, and its checksum is of the whole.
     *
     * @param wanted the checksum that the copy gets in place of the source's; null for none
     */
    static Map<String, String> inOnePiece(StoredObject from, PutOptions options, @Nullable ChecksumAlgorithm wanted) {
        Map<String, String> pairs = new HashMap<>(options.userMetadata());
        pairs.keySet().removeIf(StoredObject::isOfBytes);
        if (wanted == null && "FULL_OBJECT".equals(from.checksumType())) {
            from.checksums().forEach((name, value) -> pairs.put(StoredObject.CHECKSUM + name, value));
        }
        return pairs;
    }

    private static void set(Map<String, String> pairs, String key, @Nullable String value) {
        if (value == null) {
            pairs.remove(key);
        } else {
            pairs.put(key, value);
        }
    }
}
