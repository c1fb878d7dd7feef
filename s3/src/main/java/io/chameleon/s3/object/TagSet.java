package io.chameleon.s3.object;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tags of an object or of a bucket, in the order of their keys. */
public final class TagSet {
    private static final int MOST_OF_OBJECT = 10;
    private static final int MOST_OF_BUCKET = 50;
    private static final int MAX_KEY = 128;
    private static final int MAX_VALUE = 256;

    private final Map<String, String> tags = new TreeMap<>();

    private TagSet() {}

    /** What {@link #coded} made. */
    public static TagSet parse(String coded) {
        TagSet set = new TagSet();
        Query.parse(coded).parameters().forEach(tag -> set.tags.put(tag.name(), tag.value()));
        return set;
    }

    /** The header {@code x-amz-tagging}. */
    static TagSet ofHeader(String header) {
        TagSet set = new TagSet();
        try {
            for (Query.Parameter tag : Query.parse(header).parameters()) {
                if (set.tags.containsKey(tag.name())) {
                    throw new IllegalArgumentException(tag.name());
                }
                set.add(tag.name(), tag.value());
            }
        } catch (IllegalArgumentException e) {
            throw malformed(header);
        }
        // In a value it would have been encoded: whoever parts tags with commas would get one of them all.
        if (Arrays.stream(header.split("&")).anyMatch(tag -> tag.indexOf('=') != tag.lastIndexOf('='))) {
            throw malformed(header);
        }
        return set.require(MOST_OF_OBJECT);
    }

    private static S3Exception malformed(String header) {
        return new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters"
                                + " without tag name duplicates.")
                .with("ArgumentName", "x-amz-tagging")
                .with("ArgumentValue", header);
    }

    public static TagSet ofObject(byte[] document) {
        return of(document).require(MOST_OF_OBJECT);
    }

    public static TagSet ofBucket(byte[] document) {
        return of(document).require(MOST_OF_BUCKET);
    }

    /** Those that CreateBucket sets. */
    public static TagSet ofNewBucket(Element tags) {
        return of(tags).require(MOST_OF_BUCKET);
    }

    private static TagSet of(byte[] document) {
        return of(XmlReader.read(document, "Tagging")
                .first("TagSet")
                .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML)));
    }

    private static TagSet of(Element tags) {
        TagSet set = new TagSet();
        tags.all("Tag").forEach(tag -> set.add(tag.require("Key"), tag.require("Value")));
        return set;
    }

    private void add(String key, String value) {
        if (key.isEmpty() || key.length() > MAX_KEY) {
            throw new S3Exception(S3Error.INVALID_TAG, "The TagKey you have provided is invalid");
        }
        if (value.length() > MAX_VALUE) {
            throw new S3Exception(S3Error.INVALID_TAG, "The TagValue you have provided is invalid");
        }
        if (key.startsWith("aws:")) {
            throw new S3Exception(S3Error.INVALID_TAG, "System tags cannot be added/updated by requester");
        }
        if (tags.put(key, value) != null) {
            throw new S3Exception(S3Error.INVALID_TAG, "Cannot provide multiple Tags with the same key");
        }
    }

    private TagSet require(int most) {
        if (tags.size() > most) {
            throw new S3Exception(S3Error.INVALID_TAG, "There cannot be more than " + most + " tags");
        }
        return this;
    }

    public int size() {
        return tags.size();
    }

    /** By key. */
    public Map<String, String> tags() {
        return Collections.unmodifiableMap(tags);
    }

    /** As a query string; "" for none. */
    public String coded() {
        return tags.entrySet().stream()
                .map(tag -> coded(tag.getKey()) + "=" + coded(tag.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String coded(String text) {
        return Percent.encode(text).replace("/", "%2F");
    }

    public String document() {
        XmlWriter document = XmlWriter.document("Tagging").open("TagSet");
        tags.forEach((key, value) ->
                document.open("Tag").text("Key", key).text("Value", value).close());
        return document.end();
    }
}
