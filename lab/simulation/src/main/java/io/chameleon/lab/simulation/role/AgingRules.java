package io.chameleon.lab.simulation.role;

import io.chameleon.balancer.lifecycle.LifecycleConfig;
import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Lifecycle rules of the simulated buckets. Some keys of each have rules, so that others keep what they hold. */
public final class AgingRules {
    /** So short that objects grow old between two writes. */
    public static final Duration DAY = Duration.ofMinutes(5);

    public static final Duration INTERVAL = Duration.ofSeconds(50);
    /** Uploads that no rule is about. */
    public static final Duration ABANDONED = Duration.ofMinutes(6);

    static final LifecycleConfig CONFIG = new LifecycleConfig(INTERVAL, DAY, ABANDONED);
    private static final Map<String, String> PREFIXES = Map.of(ClientRole.BUCKET, "k1", VersionsUser.BUCKET, "a");

    private AgingRules() {}

    /** Current versions expire, versions that are not current go, and uploads are aborted, each after a day. */
    public static void configure(BucketTable buckets) {
        PREFIXES.forEach((bucket, prefix) -> {
            LifecycleRule rule = LifecycleRule.named("aging")
                    .filter(LifecycleFilter.ofPrefix(prefix))
                    .expirationDays(1)
                    .expiredDeleteMarkers(bucket.equals(VersionsUser.BUCKET))
                    .noncurrentDays(1)
                    .abortDays(1)
                    .build();
            buckets.configure(bucket, Map.of(LifecycleRules.SETTING, new LifecycleRules(List.of(rule)).text()));
        });
    }

    /** Whether a rule is about an object. */
    public static boolean cover(ObjectId object) {
        return object.key().startsWith(PREFIXES.getOrDefault(object.bucket(), "none"));
    }
}
