package io.chameleon.s3.object;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.lifecycle.ObjectTags;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An object as S3 shows it. What S3 keeps beside the bytes rides in the object's user metadata, under keys with the
 * prefix {@code s3:}, which no client can set because header names have no colon. {@code x-amz-meta-NAME} is the plain
 * key NAME. So a copy or a rebuild of the object keeps all of it.
 */
public final class StoredObject {
    public static final String OWN = "s3:";
    public static final String ETAG = OWN + "etag";
    public static final String CHECKSUM = OWN + "checksum-";
    public static final String CHECKSUM_TYPE = OWN + "checksum-type";
    public static final String TAGS = ObjectTags.KEY;
    public static final String STORAGE_CLASS = OWN + "storage-class";
    static final String REDIRECT = OWN + "redirect";
    static final String DEFAULT_TYPE = "binary/octet-stream";

    private static final int MAX_HEADER = 8 << 10;

    private final ObjectInfo info;

    private StoredObject(ObjectInfo info) {
        this.info = info;
    }

    public static StoredObject of(ObjectInfo info) {
        return new StoredObject(info);
    }

    public ObjectInfo info() {
        return info;
    }

    /**
     * MD5 in hex, or the MD5 of the parts' MD5s with their number. An object that the SDK wrote has neither: its tag
     * ends with {@code -1}, so that no client takes it for an MD5.
     */
    public String etag() {
        String etag = info.userMetadata().get(ETAG);
        return etag != null ? etag : info.entityTag() + "-1";
    }

    public String quotedEtag() {
        return '"' + etag() + '"';
    }

    public String storageClass() {
        return info.userMetadata().getOrDefault(STORAGE_CLASS, "STANDARD");
    }

    public String contentType() {
        return info.contentType().isEmpty() || !fitsHeader(info.contentType()) ? DEFAULT_TYPE : info.contentType();
    }

    /** What came with the object: base64 by algorithm, in lower case. */
    public Map<String, String> checksums() {
        Map<String, String> found = new TreeMap<>();
        info.userMetadata().forEach((key, value) -> {
            if (key.startsWith(CHECKSUM) && !key.equals(CHECKSUM_TYPE)) {
                found.put(key.substring(CHECKSUM.length()), value);
            }
        });
        return found;
    }

    /** FULL_OBJECT or COMPOSITE; null without a checksum. */
    public @Nullable String checksumType() {
        return checksums().isEmpty() ? null : info.userMetadata().getOrDefault(CHECKSUM_TYPE, "FULL_OBJECT");
    }

    /** The tags, as the header {@code x-amz-tagging} has them; "" for none. */
    public String tags() {
        return info.userMetadata().getOrDefault(TAGS, "");
    }

    /** What every answer about the object says, also one without its bytes. */
    S3Response identify(S3Response answer) {
        return answer.header("ETag", quotedEtag()).header("Last-Modified", HttpDates.header(info.modified()));
    }

    /**
     * All headers of an answer with the object.
     *
     * @param overrides of a signed request, by the names of their headers; they win
     */
    S3Response describe(S3Response answer, Map<String, String> overrides) {
        identify(answer).header("Accept-Ranges", "bytes");
        if (!storageClass().equals("STANDARD")) {
            answer.header("x-amz-storage-class", storageClass());
        }
        answer.header("Content-Type", overrides.getOrDefault("content-type", contentType()));
        for (String name : NewObject.STORED_HEADERS) {
            answer.header(name, overrides.getOrDefault(name, shown(OWN + name)));
        }
        answer.header("x-amz-website-redirect-location", shown(REDIRECT));
        if (!tags().isEmpty()) {
            answer.header(
                    "x-amz-tagging-count", Integer.toString(TagSet.parse(tags()).size()));
        }
        int missing = 0;
        for (Map.Entry<String, String> pair : info.userMetadata().entrySet()) {
            if (pair.getKey().startsWith(OWN)) {
                continue;
            }
            if (fitsHeader(pair.getKey(), pair.getValue())) {
                answer.headerOrEmpty("x-amz-meta-" + pair.getKey().toLowerCase(Locale.ROOT), pair.getValue());
            } else {
                missing++;
            }
        }
        return answer.header("x-amz-missing-meta", missing == 0 ? null : Integer.toString(missing));
    }

    /** A pair as a header; null for none, and for one that no header can say: a form may have any text. */
    private @Nullable String shown(String key) {
        String value = info.userMetadata().get(key);
        return value == null || !fitsHeader(value) ? null : value;
    }

    /** The SDK's pairs are any text. */
    private static boolean fitsHeader(String name, String value) {
        return name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}") && fitsHeader(value);
    }

    /** Whether a header can say it: at most 8 KiB without control characters. */
    public static boolean fitsHeader(String value) {
        return value.length() <= MAX_HEADER && value.chars().allMatch(c -> c >= ' ' && c != 0x7F || c == '\t');
    }

    /** Whether a pair is about the bytes, not about what its writer says of them. */
    static boolean isOfBytes(String key) {
        return key.equals(ETAG)
                || key.startsWith(CHECKSUM)
                || key.equals(ObjectParts.SIZES)
                || key.equals(ObjectParts.CHECKSUMS)
                || key.equals(ObjectParts.UPLOAD)
                || key.equals(OWN + "upload-checksum");
    }

    /** Whether the ETag is the MD5 of all bytes. */
    boolean hasWholeMd5() {
        return info.userMetadata().containsKey(ETAG) && etag().indexOf('-') < 0;
    }

    /** The algorithm, unless it is null or the object has its checksum of all bytes. */
    @Nullable
    ChecksumAlgorithm lacks(@Nullable ChecksumAlgorithm algorithm) {
        return algorithm == null
                        || "FULL_OBJECT".equals(checksumType())
                                && checksums().containsKey(algorithm.name().toLowerCase(Locale.ROOT))
                ? null
                : algorithm;
    }

    /** The algorithm of a checksum that is of the parts' checksums; null without one. */
    @Nullable
    ChecksumAlgorithm checksumOfParts() {
        return "COMPOSITE".equals(checksumType())
                ? ChecksumAlgorithm.require(checksums().keySet().iterator().next())
                : null;
    }

    /** As listings tell them: the algorithms, and the type. */
    public void checksumNames(XmlWriter document) {
        checksums().keySet().forEach(name -> document.text("ChecksumAlgorithm", name.toUpperCase(Locale.ROOT)));
        document.text("ChecksumType", checksumType());
    }

    /** Elements such as ChecksumCRC32, and their type. */
    public void checksumElements(XmlWriter document) {
        checksums().forEach((name, value) -> document.text("Checksum" + name.toUpperCase(Locale.ROOT), value));
        document.text("ChecksumType", checksumType());
    }

    /** Those of one part: the whole's algorithm and type. */
    S3Response addPartChecksum(S3Response answer, String value) {
        checksums().keySet().forEach(algorithm -> answer.header("x-amz-checksum-" + algorithm, value));
        return answer.header("x-amz-checksum-type", checksumType());
    }

    S3Response addChecksums(S3Response answer) {
        checksums().forEach((algorithm, value) -> answer.header("x-amz-checksum-" + algorithm, value));
        return answer.header("x-amz-checksum-type", checksumType());
    }
}
