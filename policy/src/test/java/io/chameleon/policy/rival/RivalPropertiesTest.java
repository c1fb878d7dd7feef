package io.chameleon.policy.rival;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.LegalRemap;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.RandomClusters;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.ledger.WearLedger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The properties of the rivals' plans, whatever the cluster. */
class RivalPropertiesTest {
    private static final int SEEDS = 15;

    @ParameterizedTest
    @ValueSource(strings = {EdmPolicy.HDF, EdmPolicy.CDF, CmtPolicy.NAME, RepEcPolicy.NAME})
    void plan_isLegal_boundedAndTheSameInAnyOrder(String policy) {
        int moves = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            moves += check(policy, seed);
        }
        assertThat(moves).as("moves of " + policy + " in all").isGreaterThan(20);
    }

    private static int check(String name, long seed) {
        Random random = new Random(seed);
        ClusterSnapshot snapshot = withTrends(RandomClusters.snapshot(random), random);
        PolicyConfig config = PolicyConfig.defaults()
                .with()
                .rivals(RivalConfig.defaults()
                        .withEdmCumulative(random.nextBoolean())
                        .withEdmColdBelow(4))
                .build();
        WearPolicy policy = WearPolicies.byName(name, config);
        String of = name + ", seed " + seed;
        BalancePlan plan = policy.plan(snapshot);
        assertThat(policy.name()).isEqualTo(plan.policy()).isEqualTo(name);
        assertThat(policy.plan(RandomClusters.shuffled(snapshot, random)))
                .as(of)
                .isEqualTo(plan);

        Map<ObjectId, Candidate> objects =
                snapshot.objects().stream().collect(Collectors.toMap(Candidate::id, Function.identity()));
        Map<ObjectId, Remap> remaps = plan.remaps().stream().collect(Collectors.toMap(Remap::id, Function.identity()));
        for (Remap remap : plan.remaps()) {
            Candidate object = Objects.requireNonNull(objects.get(remap.id()));
            if (remap.event() != RedundancyEvent.RETARGET) { // a standing intent of rep-ec, with new servers all over
                LegalRemap.assertLegal(snapshot, object, remap);
            }
            assertThat(object.degraded()).as(of).isFalse();
        }
        for (BulkMigration migration : plan.migrations()) {
            Candidate object = Objects.requireNonNull(objects.get(migration.id()));
            assertThat(object.degraded()).as(of).isFalse();
            Remap remap = remaps.get(migration.id());
            assertThat(remap == null ? object.state() : object.state().next(remap.event()))
                    .as(of)
                    .matches(state -> state.allows(RedundancyEvent.MIGRATED));
        }
        double bound = name.equals(RepEcPolicy.NAME) ? config.maxFill() : new WearLedger(snapshot, config).maxFill();
        assertFill(of, snapshot, plan, objects, remaps, bound);
        return plan.migrations().size();
    }

    /** Servers that received something are within the bound once everything is copied and the copied data is freed. */
    private static void assertFill(
            String of,
            ClusterSnapshot snapshot,
            BalancePlan plan,
            Map<ObjectId, Candidate> objects,
            Map<ObjectId, Remap> remaps,
            double bound) {
        Map<ServerId, Long> pages = new HashMap<>();
        snapshot.servers().forEach(server -> pages.put(server.id(), server.livePages()));
        Set<ServerId> gained = new HashSet<>();
        for (BulkMigration migration : plan.migrations()) {
            Candidate object = Objects.requireNonNull(objects.get(migration.id()));
            change(pages, object, object.live(), -1);
            change(pages, object, migration.destination(), 1);
            if (remaps.containsKey(migration.id())) {
                gained.addAll(migration.destination().servers());
                gained.removeAll(object.live().servers());
            }
        }
        for (ServerLoad server : snapshot.servers()) {
            if (gained.contains(server.id())) {
                assertThat((double) Objects.requireNonNull(pages.get(server.id())) / server.capacityPages())
                        .as(of + ": fill of " + server.id())
                        .isLessThanOrEqualTo(bound);
            }
        }
    }

    private static void change(Map<ServerId, Long> pages, Candidate object, Placement at, int sign) {
        at.servers().forEach(server -> pages.merge(server, sign * object.pagesOn(server, at, Given.PAGE), Long::sum));
    }

    private static ClusterSnapshot withTrends(ClusterSnapshot snapshot, Random random) {
        List<ServerLoad> servers = snapshot.servers().stream()
                .map(load -> Given.trend(load, random.nextInt(2_000), random.nextInt(1_000)))
                .toList();
        return new ClusterSnapshot(
                snapshot.epoch(), servers, snapshot.objects(), snapshot.groups(), snapshot.schemes(), snapshot.ring());
    }
}
