package io.chameleon.s3.multipart;

import io.chameleon.client.PartInfo;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.object.StoredObject;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of an upload as S3 shows it. */
record S3Part(PartInfo info) {
    /** What its answer and its line in a listing say; null if it has none of that algorithm. */
    @Nullable
    String checksum(ChecksumAlgorithm algorithm) {
        return info.metadata().get(StoredObject.CHECKSUM + algorithm.name().toLowerCase(Locale.ROOT));
    }

    String etag() {
        return info.metadata().getOrDefault(StoredObject.ETAG, info.component());
    }

    /** Names in documents, such as ChecksumCRC32. */
    static String element(ChecksumAlgorithm algorithm) {
        return "Checksum" + algorithm.name();
    }

    /** All of its checksums, by the elements that name the algorithms. */
    void checksums(Map<String, String> into) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = checksum(algorithm);
            if (value != null) {
                into.put(element(algorithm), value);
            }
        }
    }
}
