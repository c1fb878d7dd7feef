package io.chameleon.core.lifecycle;

import io.chameleon.core.Require;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One rule. A number of days that is 0 means that the rule has no such action.
 *
 * @param id 1 to {@link #MAX_ID} characters
 * @param filter of the objects, versions and uploads that it is about
 * @param plainPrefix whether its prefix stands in the rule itself, as S3's first documents had it; only shown
 * @param expirationDays after its last change, the current version expires
 * @param expirationDate from then on, all current versions expire; null: no such action
 * @param expiredDeleteMarkers whether delete markers go when no other version of their key is left
 * @param noncurrentDays after another took its place, a version goes
 * @param newerNoncurrentVersions but only if it has so many newer ones that are not current
 * @param abortDays after its start, an upload that is not complete goes
 */
@RecordBuilder
public record LifecycleRule(
        String id,
        boolean enabled,
        LifecycleFilter filter,
        boolean plainPrefix,
        int expirationDays,
        @Nullable Instant expirationDate,
        boolean expiredDeleteMarkers,
        int noncurrentDays,
        int newerNoncurrentVersions,
        int abortDays)
        implements LifecycleRuleBuilder.With {
    /** How long a day is, if nobody says otherwise. */
    public static final Duration DAY = Duration.ofDays(1);

    public static final int MAX_ID = 255;

    /** More would be after the end of time. */
    public static final int MAX_DAYS = 1_000_000;

    public LifecycleRule {
        Require.that(!id.isEmpty() && id.length() <= MAX_ID, "id of a rule", id, "1 to " + MAX_ID + " characters");
        requireDays("expiration", expirationDays);
        requireDays("noncurrent", noncurrentDays);
        requireDays("abort", abortDays);
        Require.that(newerNoncurrentVersions >= 0, "newer versions", newerNoncurrentVersions, "0 or more");
        Require.that(
                newerNoncurrentVersions == 0 || noncurrentDays > 0,
                "newer versions",
                newerNoncurrentVersions,
                "days with them");
        Require.that(
                expirationDays == 0 || expirationDate == null,
                "rule " + id,
                expirationDays + " days and " + expirationDate,
                "days or a date");
        boolean acts = expirationDays > 0
                || expirationDate != null
                || expiredDeleteMarkers
                || noncurrentDays > 0
                || abortDays > 0;
        Require.that(acts, "rule", id, "an action");
    }

    /** A rule that has no action yet, so it needs one. */
    public static LifecycleRuleBuilder named(String id) {
        return LifecycleRuleBuilder.builder().id(id).enabled(true).filter(LifecycleFilter.ALL);
    }

    private static void requireDays(String what, int days) {
        Require.that(days >= 0 && days <= MAX_DAYS, what + " days", days, "0 to " + MAX_DAYS);
    }

    /** When the current version of an object that the filter covers expires; null: never by this rule. */
    public @Nullable Instant expires(Instant modified, Duration day) {
        if (!enabled) {
            return null;
        }
        return expirationDays > 0 ? after(modified, expirationDays, day) : expirationDate;
    }

    /**
     * When a delete marker goes that no other version of its key is left beside; null: never by this rule. A rule that
     * expires objects expires these, too.
     */
    public @Nullable Instant markerExpires(Instant modified, Duration day) {
        return enabled && expiredDeleteMarkers ? modified : expires(modified, day);
    }

    /**
     * When a version that is not current goes; null: never by this rule.
     *
     * @param newer how many versions that are not current either are newer than it
     */
    public @Nullable Instant noncurrentExpires(Instant replaced, int newer, Duration day) {
        return enabled && noncurrentDays > 0 && newer >= newerNoncurrentVersions
                ? after(replaced, noncurrentDays, day)
                : null;
    }

    /** When an upload is aborted; null: never by this rule. */
    public @Nullable Instant aborts(Instant started, Duration day) {
        return enabled && abortDays > 0 ? after(started, abortDays, day) : null;
    }

    /** Amazon adds the days and takes the midnight that follows, in UTC. Days of another length (tests) are exact. */
    private static Instant after(Instant start, int days, Duration day) {
        Instant end = start.plus(day.multipliedBy(days));
        if (!day.equals(DAY)) {
            return end;
        }
        Instant midnight = end.truncatedTo(ChronoUnit.DAYS);
        return midnight.equals(end) ? end : midnight.plus(DAY);
    }
}
