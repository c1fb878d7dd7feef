package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.ledger.Intents;
import io.chameleon.policy.predictive.PredictivePolicy;
import io.chameleon.policy.rival.NonePolicy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The properties of every plan, whatever the cluster: random snapshots in every state, with full, broken and odd
 * servers among them.
 */
class PlanPropertiesTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void chameleonsPlan_isLegal_boundedAndTheSameInAnyOrder(long seed) {
        Random random = new Random(seed);
        ClusterSnapshot snapshot = RandomClusters.snapshot(random);
        PolicyConfig config = randomConfig(random);
        BalancePlan plan = legalPlan(new ChameleonPolicy(config), snapshot, random);

        Map<ObjectId, Candidate> objects = byId(snapshot);
        long fragments = 0;
        for (BulkMigration migration : plan.migrations()) {
            fragments += Intents.fragmentsToCopy(Objects.requireNonNull(objects.get(migration.id())));
        }
        assertThat(fragments).isLessThanOrEqualTo(config.coldMigrationFragments());
        assertFillBound(snapshot, plan, config.maxFill());
        assertThat(plan.remaps().stream().filter(r -> r.reason().contains("hottest")))
                .hasSizeLessThanOrEqualTo(config.swapsPerEpoch());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void predictivesPlan_isLegal_boundedAndTheSameInAnyOrder(long seed) {
        Random random = new Random(seed);
        ClusterSnapshot snapshot = RandomClusters.snapshot(random);
        PolicyConfig config = randomConfig(random);
        BalancePlan plan = legalPlan(new PredictivePolicy(config), snapshot, random);

        double booked = 0;
        double capacity = 0;
        Map<ServerId, Long> pages = withPending(snapshot);
        for (ServerLoad server : snapshot.servers()) {
            if (server.writable()) {
                booked += Objects.requireNonNull(pages.get(server.id()));
                capacity += server.capacityPages();
            }
        }
        assertFillBound(
                snapshot,
                plan,
                Math.min(config.maxFill(), Math.max(0.5, config.maxFillOverMean() * booked / capacity)));
        assertThat(plan.remaps().stream().filter(r -> r.reason().contains("from s")))
                .hasSizeLessThanOrEqualTo(
                        config.movesPerServer() * snapshot.servers().size());
        Map<ObjectId, Candidate> objects = byId(snapshot);
        assertThat(plan.migrations())
                .as("nothing is copied without a budget")
                .allMatch(migration -> config.bulkWrites() > 0
                        || Intents.pagesToCopy(Objects.requireNonNull(objects.get(migration.id())), Given.PAGE) == 0);
    }

    /** Live pages of each server plus those that pending intents need there. */
    private static Map<ServerId, Long> withPending(ClusterSnapshot snapshot) {
        Map<ServerId, Long> pages = new HashMap<>();
        snapshot.servers().forEach(server -> pages.put(server.id(), server.livePages()));
        for (Candidate object : snapshot.objects()) {
            for (ServerId server : object.next().servers()) {
                long there = object.pagesOn(server, object.live(), Given.PAGE);
                pages.merge(server, Math.max(0, object.pagesOn(server, object.next(), Given.PAGE) - there), Long::sum);
            }
        }
        return pages;
    }

    /** A plan, checked against the rules for every policy. */
    private static BalancePlan legalPlan(WearPolicy policy, ClusterSnapshot snapshot, Random random) {
        BalancePlan plan = policy.plan(snapshot);
        assertThat(policy.plan(RandomClusters.shuffled(snapshot, random))).isEqualTo(plan);
        Map<ObjectId, Candidate> objects = byId(snapshot);
        Map<ObjectId, RedundancyState> after = new HashMap<>();
        objects.forEach((id, object) -> after.put(id, object.state()));
        for (Remap remap : plan.remaps()) {
            Candidate object = Objects.requireNonNull(objects.get(remap.id()));
            LegalRemap.assertLegal(snapshot, object, remap);
            after.put(remap.id(), object.state().next(remap.event()));
        }
        for (BulkMigration migration : plan.migrations()) {
            assertThat(Objects.requireNonNull(after.get(migration.id())).allows(RedundancyEvent.MIGRATED))
                    .isTrue();
            assertThat(Objects.requireNonNull(objects.get(migration.id())).degraded())
                    .isFalse();
        }
        return plan;
    }

    private static Map<ObjectId, Candidate> byId(ClusterSnapshot snapshot) {
        return snapshot.objects().stream().collect(Collectors.toMap(Candidate::id, Function.identity()));
    }

    /** A server that receives something is within the bound even if every intent is written and nothing is freed. */
    private static void assertFillBound(ClusterSnapshot snapshot, BalancePlan plan, double bound) {
        Map<ObjectId, Remap> remaps = plan.remaps().stream().collect(Collectors.toMap(Remap::id, Function.identity()));
        Map<ServerId, Long> pages = new HashMap<>();
        snapshot.servers().forEach(server -> pages.put(server.id(), server.livePages()));
        Set<ServerId> gained = new HashSet<>();
        for (Candidate object : snapshot.objects()) {
            Remap remap = remaps.get(object.id());
            Placement next = remap == null ? object.next() : remap.destination();
            if (next == null) {
                continue; // withdrawn
            }
            for (ServerId server : next.servers()) {
                long there = object.pagesOn(server, object.live(), Given.PAGE);
                long added = Math.max(0, object.pagesOn(server, next, Given.PAGE) - there);
                pages.merge(server, added, Long::sum);
                if (remap != null && added > 0 && !object.next().servers().contains(server)) {
                    gained.add(server);
                }
            }
        }
        for (ServerLoad server : snapshot.servers()) {
            if (gained.contains(server.id())) {
                double fill = (double) Objects.requireNonNull(pages.get(server.id())) / server.capacityPages();
                assertThat(fill).as("fill of " + server).isLessThanOrEqualTo(bound);
            }
        }
    }

    private static PolicyConfig randomConfig(Random random) {
        return PolicyConfig.defaults()
                .with()
                .heatHot(random.nextBoolean() ? 4 : 256)
                .horizonEpochs(1 + random.nextInt(20))
                .maxExtraWrites(random.nextInt(3) * 0.5)
                .bulkWrites(random.nextInt(3) * 0.5)
                .movesPerServer(random.nextInt(20))
                .coldMigrationFragments(random.nextInt(20))
                .swapsPerEpoch(random.nextInt(200))
                .asPrinted(random.nextInt(4) == 0)
                .build();
    }

    @Test
    void emptyCluster_andServersWithoutObjects_planNothing() {
        for (List<ServerLoad> servers : List.of(List.<ServerLoad>of(), Given.servers(5), Given.servers(0, 1_000))) {
            for (String policy : List.of("chameleon", "predictive")) {
                BalancePlan plan =
                        WearPolicies.byName(policy, PolicyConfig.defaults()).plan(Given.snapshot(servers));
                assertThat(plan.remaps()).isEmpty();
                assertThat(plan.migrations()).isEmpty();
                assertThat(plan.after()).isEqualTo(plan.before());
            }
        }
    }

    @Test
    void none_plansNothingAndReportsTheForecast() {
        BalancePlan plan = new NonePolicy(PolicyConfig.defaults())
                .plan(Given.snapshot(Given.servers(0, 200, 100), Given.stable("a", Given.rep(0, 1, 2), 512)));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.policy()).isEqualTo("none");
        assertThat(plan.before().sigma()).isGreaterThan(80);
        assertThat(plan.after()).isEqualTo(plan.before());
    }
}
