package io.chameleon.s3.lifecycle;

import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The document of PutBucketLifecycleConfiguration and GetBucketLifecycleConfiguration. */
public final class LifecycleDocument {
    private static final String ROOT = "LifecycleConfiguration";

    private LifecycleDocument() {}

    /** Throws an {@link S3Exception} that says which rule cannot be carried out. */
    public static LifecycleRules parse(Element root) {
        List<Element> elements = root.all("Rule").toList();
        if (!root.name().equals(ROOT)
                || elements.isEmpty()
                || elements.size() != root.children().size()
                || elements.size() > LifecycleRules.MAX_RULES) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        Set<String> ids = new HashSet<>();
        elements.forEach(element -> element.textOf("ID").ifPresent(ids::add));
        Set<String> used = new HashSet<>();
        List<LifecycleRule> rules = new ArrayList<>();
        for (Element element : elements) {
            LifecycleRule rule = RuleReader.read(element, unnamed(rules.size() + 1, ids));
            if (!used.add(rule.id())) {
                throw new S3Exception(
                        S3Error.INVALID_ARGUMENT, "Rule ID must be unique. Found same ID for more than one rule");
            }
            rules.add(rule);
        }
        return new LifecycleRules(rules);
    }

    /** The id of a rule that has none, and that no other has. */
    private static String unnamed(int number, Set<String> taken) {
        String id = "rule-" + number;
        while (taken.contains(id)) {
            id += "-" + number;
        }
        return id;
    }

    public static String write(LifecycleRules rules) {
        XmlWriter document = XmlWriter.document(ROOT);
        rules.rules().forEach(rule -> write(document, rule));
        return document.end();
    }

    private static void write(XmlWriter document, LifecycleRule rule) {
        document.open("Rule").text("ID", rule.id());
        if (rule.plainPrefix()) {
            document.text("Prefix", rule.filter().prefix());
        } else {
            writeFilter(document.open("Filter"), rule.filter());
            document.close();
        }
        document.text("Status", rule.enabled() ? "Enabled" : "Disabled");
        Instant date = rule.expirationDate();
        if (rule.expirationDays() > 0 || date != null || rule.expiredDeleteMarkers()) {
            document.open("Expiration")
                    .text("Days", orNull(rule.expirationDays()))
                    .text("Date", date == null ? null : HttpDates.document(date))
                    .text("ExpiredObjectDeleteMarker", rule.expiredDeleteMarkers() ? "true" : null)
                    .close();
        }
        if (rule.noncurrentDays() > 0) {
            document.open("NoncurrentVersionExpiration")
                    .text("NoncurrentDays", rule.noncurrentDays())
                    .text("NewerNoncurrentVersions", orNull(rule.newerNoncurrentVersions()))
                    .close();
        }
        if (rule.abortDays() > 0) {
            document.open("AbortIncompleteMultipartUpload")
                    .text("DaysAfterInitiation", rule.abortDays())
                    .close();
        }
        document.close();
    }

    private static @Nullable Integer orNull(int number) {
        return number == 0 ? null : number;
    }

    private static void writeFilter(XmlWriter document, LifecycleFilter filter) {
        Map<String, String> tags = filter.sortedTags();
        int conditions = tags.size()
                + (filter.prefix().isEmpty() ? 0 : 1)
                + (filter.moreThanBytes() == LifecycleFilter.ANY_SIZE ? 0 : 1)
                + (filter.lessThanBytes() == LifecycleFilter.ANY_SIZE ? 0 : 1);
        if (conditions > 1) {
            document.open("And");
        }
        if (conditions == 0 || !filter.prefix().isEmpty()) {
            document.text("Prefix", filter.prefix());
        }
        tags.forEach((key, value) ->
                document.open("Tag").text("Key", key).text("Value", value).close());
        if (filter.moreThanBytes() != LifecycleFilter.ANY_SIZE) {
            document.text("ObjectSizeGreaterThan", filter.moreThanBytes());
        }
        if (filter.lessThanBytes() != LifecycleFilter.ANY_SIZE) {
            document.text("ObjectSizeLessThan", filter.lessThanBytes());
        }
        if (conditions > 1) {
            document.close();
        }
    }
}
