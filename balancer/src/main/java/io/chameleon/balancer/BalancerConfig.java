package io.chameleon.balancer;

import io.chameleon.balancer.lifecycle.LifecycleConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.erasure.CodecKind;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.predictive.PredictivePolicy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;

/**
 * The balancer's parameters.
 *
 * @param policy name of the wear policy: see {@link io.chameleon.policy.choice.WearPolicies}
 * @param policyConfig thresholds of the policy
 * @param epochLength time between two balancings
 * @param candidates how many of the hottest and of the coldest objects a snapshot holds
 * @param remapBatch remaps of one transaction
 * @param reapInterval time between two collections
 * @param reapDelay how long garbage is kept for readers in flight
 * @param grace age from which an uncommitted fragment is an orphan; the metadata service's grace period
 * @param keptEpochs epochs of history kept by compaction
 * @param requestTimeout deadline of each request to a server or to metadata
 * @param repair repair's parameters
 * @param codec which erasure codec repair and bulk copies use; empty for the fastest on this machine
 * @param lifecycle how the rules of buckets are carried out
 * @param mostPerPage the most objects, rows or fragments that one answer brings or one transaction changes
 */
@RecordBuilder
public record BalancerConfig(
        String policy,
        PolicyConfig policyConfig,
        Duration epochLength,
        int candidates,
        int remapBatch,
        Duration reapInterval,
        Duration reapDelay,
        Duration grace,
        int keptEpochs,
        Duration requestTimeout,
        RepairConfig repair,
        Optional<CodecKind> codec,
        LifecycleConfig lifecycle,
        int mostPerPage)
        implements BalancerConfigBuilder.With {
    /** More than any page has by itself. */
    private static final int MOST_PER_PAGE = 8_000;

    /** Plans count in multiples of it. */
    private static final int MOST_CANDIDATES = 100_000_000;

    public BalancerConfig {
        Require.that(mostPerPage >= 1, "entries of a page", mostPerPage, "1 or more");
        atLeast("balancer.epoch", epochLength, Duration.ofSeconds(1));
        Require.that(
                candidates >= 1 && candidates <= MOST_CANDIDATES,
                "balancer.candidates",
                candidates,
                "1 to " + MOST_CANDIDATES + " objects");
        Require.that(remapBatch >= 1 && remapBatch <= 10_000, "balancer.remap-batch", remapBatch, "1 to 10000 remaps");
        atLeast("balancer.reap-interval", reapInterval, Duration.ofMillis(10));
        atLeast("balancer.reap-delay", reapDelay, Duration.ZERO);
        atLeast("balancer.grace", grace, Duration.ofSeconds(1));
        Require.that(keptEpochs >= 0, "balancer.kept-epochs", keptEpochs, "0 or more epochs");
        atLeast("balancer.request-timeout", requestTimeout, Duration.ofMillis(1));
    }

    public static BalancerConfig defaults() {
        return new BalancerConfig(
                PredictivePolicy.NAME,
                PolicyConfig.defaults(),
                Duration.ofHours(1),
                20_000,
                500,
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                24,
                Duration.ofSeconds(10),
                RepairConfig.DEFAULTS,
                Optional.empty(),
                LifecycleConfig.DEFAULTS,
                MOST_PER_PAGE);
    }

    private static void atLeast(String key, Duration value, Duration least) {
        Require.that(value.compareTo(least) >= 0, key, value, "at least " + Durations.text(least));
    }
}
