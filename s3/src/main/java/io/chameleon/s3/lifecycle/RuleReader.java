package io.chameleon.s3.lifecycle;

import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRuleBuilder;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** Reads one rule of a lifecycle configuration. What it does not know it refuses. */
final class RuleReader {
    private static final String EXPIRATION = "Expiration";
    private static final String NONCURRENT = "NoncurrentVersionExpiration";
    private static final String ABORT = "AbortIncompleteMultipartUpload";
    private static final Set<String> TRANSITIONS = Set.of("Transition", "NoncurrentVersionTransition");
    private static final Set<String> RULE = Set.of("ID", "Status", "Filter", "Prefix", EXPIRATION, NONCURRENT, ABORT);

    private RuleReader() {}

    /** @param unnamed the ID of a rule that has none */
    static LifecycleRule read(Element rule, String unnamed) {
        if (rule.children().stream().anyMatch(child -> TRANSITIONS.contains(child.name()))) {
            throw new S3Exception(
                    S3Error.NOT_IMPLEMENTED, "There is one storage class, so nothing can change to another.");
        }
        requireOnly(rule, RULE);
        String id = rule.textOf("ID").filter(text -> !text.isEmpty()).orElse(unnamed);
        if (id.length() > LifecycleRule.MAX_ID) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "ID length should not exceed allowed limit of 255");
        }
        LifecycleRuleBuilder read = LifecycleRule.named(id).enabled(enabled(rule.require("Status")));
        filter(rule, read);
        Optional<Element> expiration = rule.first(EXPIRATION);
        Optional<Element> noncurrent = rule.first(NONCURRENT);
        Optional<Element> abort = rule.first(ABORT);
        if (expiration.isEmpty() && noncurrent.isEmpty() && abort.isEmpty()) {
            throw new S3Exception(S3Error.INVALID_REQUEST, "At least one action needs to be specified in a rule");
        }
        expiration.ifPresent(element -> expiration(element, read));
        noncurrent.ifPresent(element -> {
            requireOnly(element, Set.of("NoncurrentDays", "NewerNoncurrentVersions"));
            read.noncurrentDays(days(element, "NoncurrentDays"));
            if (element.first("NewerNoncurrentVersions").isPresent()) {
                read.newerNoncurrentVersions(days(element, "NewerNoncurrentVersions"));
            }
        });
        abort.ifPresent(element -> {
            requireOnly(element, Set.of("DaysAfterInitiation"));
            read.abortDays(days(element, "DaysAfterInitiation"));
        });
        return requireMatching(read);
    }

    private static void expiration(Element element, LifecycleRuleBuilder read) {
        requireOnly(element, Set.of("Days", "Date", "ExpiredObjectDeleteMarker"));
        if (element.children().size() != 1) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        Element only = element.children().getFirst();
        switch (only.name()) {
            case "Days" -> read.expirationDays(days(element, "Days"));
            case "Date" -> read.expirationDate(midnight(only.text()));
            default -> {
                if (!bool(only.text())) {
                    throw new S3Exception(
                            S3Error.INVALID_REQUEST, "At least one action needs to be specified in a rule");
                }
                read.expiredDeleteMarkers(true);
            }
        }
    }

    /** Neither an upload nor a delete marker has tags or a size. */
    private static LifecycleRule requireMatching(LifecycleRuleBuilder read) {
        if (!read.filter().byPrefixOnly() && (read.abortDays() > 0 || read.expiredDeleteMarkers())) {
            String action = read.abortDays() > 0 ? ABORT : "ExpiredObjectDeleteMarker";
            throw new S3Exception(S3Error.INVALID_REQUEST, action + " cannot be specified with Tags or object sizes.");
        }
        return read.build();
    }

    private static void filter(Element rule, LifecycleRuleBuilder read) {
        Optional<Element> filter = rule.first("Filter");
        Optional<String> plain = rule.textOf("Prefix");
        if (filter.isPresent() == plain.isPresent()) {
            throw new S3Exception(S3Error.MALFORMED_XML); // one of them, not both
        }
        read.plainPrefix(plain.isPresent())
                .filter(filter.map(FilterReader::read).orElseGet(() -> LifecycleFilter.ofPrefix(plain.orElse(""))));
    }

    private static boolean enabled(String status) {
        return switch (status) {
            case "Enabled" -> true;
            case "Disabled" -> false;
            default -> throw new S3Exception(S3Error.MALFORMED_XML);
        };
    }

    private static boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new S3Exception(S3Error.MALFORMED_XML);
        };
    }

    private static int days(Element parent, String name) {
        long days = number(parent.require(name));
        if (days < 1 || days > LifecycleRule.MAX_DAYS) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT,
                    "'" + name + "' for a lifecycle action must be a positive integer, at most "
                            + LifecycleRule.MAX_DAYS);
        }
        return (int) days;
    }

    static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new S3Exception(S3Error.MALFORMED_XML, S3Error.MALFORMED_XML.message(), e);
        }
    }

    private static Instant midnight(String text) {
        Instant date;
        try {
            date = OffsetDateTime.parse(text.strip()).toInstant();
        } catch (DateTimeException e) {
            throw new S3Exception(S3Error.MALFORMED_XML, S3Error.MALFORMED_XML.message(), e);
        }
        if (date.atOffset(ZoneOffset.UTC).toLocalTime().toNanoOfDay() != 0) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "'Date' must be at midnight GMT");
        }
        return date;
    }

    /** Each of the known at most once. */
    private static void requireOnly(Element parent, Set<String> known) {
        long names = parent.children().stream().map(Element::name).distinct().count();
        boolean odd = parent.children().stream().anyMatch(child -> !known.contains(child.name()));
        if (odd || names < parent.children().size()) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
    }
}
