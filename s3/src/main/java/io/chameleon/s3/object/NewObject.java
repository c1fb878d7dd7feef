package io.chameleon.s3.object;

import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.s3.body.ContentEncoding;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about the object it writes: its content type and the pairs that ride with it.
 *
 * @param metadata as {@link StoredObject} reads them
 */
public record NewObject(String contentType, Map<String, String> metadata) {
    /** Kept as they came, under {@code s3:} and their name. */
    static final List<String> STORED_HEADERS =
            List.of("cache-control", "content-disposition", "content-encoding", "content-language", "expires");

    private static final String META = "x-amz-meta-";
    private static final int MAX_META_BYTES = 2 << 10;

    private static final Set<String> STORAGE_CLASSES = Set.of(
            "STANDARD",
            "REDUCED_REDUNDANCY",
            "STANDARD_IA",
            "ONEZONE_IA",
            "INTELLIGENT_TIERING",
            "GLACIER",
            "GLACIER_IR",
            "DEEP_ARCHIVE",
            "EXPRESS_ONEZONE");

    /** Beginnings of headers that ask for what is not offered. */
    private static final List<String> UNSUPPORTED =
            List.of("x-amz-server-side-encryption", "x-amz-object-lock-", "x-amz-write-offset-bytes");

    public NewObject {
        metadata = Map.copyOf(metadata);
    }

    /** From the headers of a request; its ACL is not among them: see {@link io.chameleon.s3.acl.AclRequests}. */
    public static NewObject of(Map<String, List<String>> headers) {
        Function<String, @Nullable String> first = name -> {
            List<String> values = headers.get(name);
            return values == null ? null : String.join(",", values);
        };
        requireOffered(headers);
        Map<String, String> pairs = new HashMap<>();
        for (String name : STORED_HEADERS) {
            String value = first.apply(name);
            put(
                    pairs,
                    StoredObject.OWN + name,
                    name.equals("content-encoding") ? ContentEncoding.stored(value) : value);
        }
        put(pairs, StoredObject.REDIRECT, first.apply("x-amz-website-redirect-location"));
        put(pairs, StoredObject.STORAGE_CLASS, storageClass(first.apply("x-amz-storage-class")));
        String tags = first.apply("x-amz-tagging");
        if (tags != null) {
            put(pairs, StoredObject.TAGS, TagSet.ofHeader(tags).coded());
        }
        int bytes = 0;
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            if (header.getKey().startsWith(META)) {
                String name = header.getKey().substring(META.length());
                String value = String.join(",", header.getValue());
                bytes += name.length() + value.length();
                pairs.put(name, value);
            }
        }
        if (bytes > MAX_META_BYTES) {
            throw new S3Exception(S3Error.METADATA_TOO_LARGE)
                    .with("Size", Integer.toString(bytes))
                    .with("MaxSizeAllowed", Integer.toString(MAX_META_BYTES));
        }
        return of(first.apply("content-type"), pairs);
    }

    private static NewObject of(@Nullable String contentType, Map<String, String> pairs) {
        try {
            ObjectContent.requireUserMetadata(pairs);
        } catch (IllegalArgumentException e) {
            throw new S3Exception(S3Error.METADATA_TOO_LARGE, S3Error.METADATA_TOO_LARGE.message(), e);
        }
        if (contentType != null && !Utf8.isStorable(contentType, ObjectContent.MAX_CONTENT_TYPE_BYTES)) {
            throw new S3Exception(
                            S3Error.METADATA_TOO_LARGE,
                            "A content type has at most " + ObjectContent.MAX_CONTENT_TYPE_BYTES + " bytes")
                    .with("MaxSizeAllowed", Integer.toString(ObjectContent.MAX_CONTENT_TYPE_BYTES));
        }
        return new NewObject(contentType == null ? "" : contentType, pairs);
    }

    /** Throws {@code NotImplemented} if headers of an object or a part ask for what is not offered. */
    public static void requireOffered(Map<String, List<String>> headers) {
        for (String name : headers.keySet()) {
            if (UNSUPPORTED.stream().anyMatch(name::startsWith)) {
                throw new S3Exception(S3Error.NOT_IMPLEMENTED).with("Header", name);
            }
        }
    }

    private static void put(Map<String, String> pairs, String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            pairs.put(key, value);
        }
    }

    private static @Nullable String storageClass(@Nullable String value) {
        if (value != null && !STORAGE_CLASSES.contains(value)) {
            throw new S3Exception(S3Error.INVALID_STORAGE_CLASS);
        }
        return value == null || value.equals("STANDARD") ? null : value;
    }

    /** The same with more pairs. */
    public NewObject with(Map<String, String> more) {
        Map<String, String> pairs = new HashMap<>(metadata);
        pairs.putAll(more);
        return of(contentType, pairs);
    }

    /**
     * What a GET may ask to be told instead of the stored headers.
     *
     * @throws S3Exception InvalidArgument for what no header can say
     */
    static Map<String, String> overrides(Query query) {
        Map<String, String> asked = new HashMap<>();
        query.find("response-content-type").ifPresent(value -> asked.put("content-type", value));
        for (String name : STORED_HEADERS) {
            query.find("response-" + name).ifPresent(value -> asked.put(name, value));
        }
        asked.forEach((name, value) -> {
            if (!StoredObject.fitsHeader(value)) {
                throw new S3Exception(S3Error.INVALID_ARGUMENT, "Header value cannot be represented in a header.")
                        .with("ArgumentName", "response-" + name)
                        .with("ArgumentValue", value);
            }
        });
        return asked;
    }
}
