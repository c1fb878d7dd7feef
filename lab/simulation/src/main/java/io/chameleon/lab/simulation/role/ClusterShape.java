package io.chameleon.lab.simulation.role;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.garbage.Brake;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A cluster to simulate, drawn from the seed so that many seeds see many clusters.
 *
 * @param zones failure domains; 0 for none
 * @param nodes machines of each zone, which servers share; 0: each has its own
 * @param brake of reconciliation
 */
public record ClusterShape(
        int servers,
        int zones,
        int nodes,
        int clients,
        FlashConfig flash,
        BalancerConfig balancer,
        Brake brake,
        WorkShape work) {
    /** Age from which a write can no longer be committed. Shorter than in production, so that a short run sees it. */
    public static final Duration GRACE = Duration.ofMinutes(10);

    /** A simulated server holds too little for the standard one: with this one an operator confirms every deletion. */
    private static final Brake TIGHT = new Brake(0, Long.MAX_VALUE);

    /**
     * Rows per page, so that the walks of a cluster of a few keys have many pages, and leaders change in the middle of
     * them.
     */
    private static final int FEW = 2;

    /** Servers that are enough for LRC(4+2+1) though one is drained and one is lost. */
    private static final int WIDE = 9;

    public String zone(int server) {
        return zones == 0 ? "" : "z" + server % zones;
    }

    public String node(int server) {
        return nodes == 0 ? "" : "n" + server / Math.max(1, zones) % nodes;
    }

    /** Whether servers hold enough for the brake to save them. */
    public boolean isBraked() {
        return brake.equals(TIGHT);
    }

    public static ClusterShape of(SplittableRandom chance) {
        int servers = 7 + chance.nextInt(4);
        int keys = 6 + chance.nextInt(18);
        int zones = chance.nextInt(2) * 4;
        FlashGeometry geometry = new FlashGeometry(2048, 8, 48 + chance.nextInt(48), 0.35);
        return new ClusterShape(
                servers,
                zones,
                chance.nextBoolean() ? 0 : zones == 0 ? 4 : 2,
                2 + chance.nextInt(2),
                new FlashConfig(geometry, FlashTiming.TABLE_II, WriteMode.SINGLE),
                balancer(chance),
                chance.nextBoolean() ? Brake.STANDARD : TIGHT,
                new WorkShape(
                        keys,
                        3 * 16_384,
                        Duration.ofSeconds(15L + chance.nextInt(30)).toNanos(),
                        BucketSchemes.parsed("REP(4)", servers < WIDE ? "EC(3+2)" : "LRC(4+2+1)")));
    }

    /** Thresholds that make something happen in each epoch of a cluster this small. */
    private static BalancerConfig balancer(SplittableRandom chance) {
        PolicyConfig policy = PolicyConfig.defaults()
                .with()
                .sigmaArpt(0)
                .sigmaHcds(0)
                .heatHot(2 + chance.nextInt(6))
                .hcdsFromEpoch(0)
                .evenEnough(0)
                .maxFillOverMean(3)
                .maxExtraWrites(1)
                .bulkWrites(1)
                .coldMigrationAfterEpochs(1 + chance.nextInt(2))
                .intentExpiryEpochs(4)
                .build();
        return BalancerConfig.defaults()
                .with()
                .policy(chance.nextBoolean() ? "chameleon" : "predictive")
                .policyConfig(policy)
                .repair(new RepairConfig(1 << 20, Duration.ofMinutes(4), 0.05))
                .epochLength(Duration.ofSeconds(120L + chance.nextInt(300)))
                .reapInterval(Duration.ofSeconds(7))
                .grace(GRACE)
                .lifecycle(AgingRules.CONFIG)
                .mostPerPage(
                        chance.nextBoolean()
                                ? FEW + chance.nextInt(FEW)
                                : BalancerConfig.defaults().mostPerPage())
                .build();
    }
}
