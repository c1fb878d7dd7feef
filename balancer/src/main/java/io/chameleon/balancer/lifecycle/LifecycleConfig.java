package io.chameleon.balancer.lifecycle;

import io.chameleon.core.Require;
import io.chameleon.core.lifecycle.LifecycleRule;
import java.time.Duration;

/**
 * Parameters of the rules' runs.
 *
 * @param interval between the end of a run and the next
 * @param day how long a day of a rule is. Shorter than 24 hours only in tests and trials: what users keep for years
 *     would go in minutes
 * @param abandonedAfter age at which an upload is aborted that no rule is about; 0: never
 */
public record LifecycleConfig(Duration interval, Duration day, Duration abandonedAfter) {
    /** Each hour; uploads that no rule is about go after a week. */
    public static final LifecycleConfig DEFAULTS =
            new LifecycleConfig(Duration.ofHours(1), LifecycleRule.DAY, Duration.ofDays(7));

    public LifecycleConfig {
        Require.that(
                interval.compareTo(Duration.ofMillis(10)) >= 0,
                "balancer.lifecycle.interval",
                interval,
                "at least 10 ms");
        Require.that(
                day.compareTo(Duration.ofSeconds(1)) >= 0 && day.compareTo(LifecycleRule.DAY) <= 0,
                "balancer.lifecycle.day",
                day,
                "1 s to 24 h");
        Require.that(!abandonedAfter.isNegative(), "balancer.uploads.abandoned-after", abandonedAfter, "0 or more");
    }
}
