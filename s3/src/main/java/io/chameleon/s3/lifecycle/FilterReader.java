package io.chameleon.s3.lifecycle;

import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads which objects a rule is about. Several conditions belong into {@code And}; those beside it are taken as well,
 * and all must hold, so that a document never means more objects than any of its conditions does.
 */
final class FilterReader {
    private static final Set<String> CONDITIONS =
            Set.of("Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan");

    private final Map<String, String> tags = new HashMap<>();
    private String prefix = "";
    private long more = LifecycleFilter.ANY_SIZE;
    private long less = LifecycleFilter.ANY_SIZE;

    private FilterReader() {}

    static LifecycleFilter read(Element filter) {
        FilterReader reader = new FilterReader();
        for (Element child : filter.children()) {
            if (child.name().equals("And")) {
                child.children().forEach(reader::add);
            } else {
                reader.add(child);
            }
        }
        if (reader.more != LifecycleFilter.ANY_SIZE
                && reader.less != LifecycleFilter.ANY_SIZE
                && reader.more >= reader.less) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "ObjectSizeLessThan must be greater than ObjectSizeGreaterThan");
        }
        return new LifecycleFilter(reader.prefix, reader.tags, reader.more, reader.less);
    }

    private void add(Element condition) {
        if (!CONDITIONS.contains(condition.name())) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        switch (condition.name()) {
            case "Prefix" -> addPrefix(condition.text());
            case "Tag" -> {
                if (tags.put(condition.require("Key"), condition.require("Value")) != null) {
                    throw new S3Exception(S3Error.INVALID_REQUEST, "Duplicate Tag Keys are not allowed.");
                }
            }
            case "ObjectSizeGreaterThan" -> more = size(condition);
            default -> less = size(condition);
        }
    }

    /** Of two prefixes that can both hold the longer one says all. */
    private void addPrefix(String other) {
        if (other.startsWith(prefix)) {
            prefix = other;
        } else if (!prefix.startsWith(other)) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
    }

    private static long size(Element condition) {
        long bytes = RuleReader.number(condition.text());
        if (bytes < 0) {
            throw new S3Exception(S3Error.INVALID_REQUEST, "An object's size cannot be negative");
        }
        return bytes;
    }
}
