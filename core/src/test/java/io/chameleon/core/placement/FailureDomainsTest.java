package io.chameleon.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.placement.PlacementRing.Member;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureDomainsTest {
    private static final List<RedundancyScheme> SCHEMES = List.of(RedundancyScheme.REP_3, RedundancyScheme.EC_4_2);

    private static ObjectId object(int number) {
        return new ObjectId("ycsb", "user" + number);
    }

    private static ServerId server(int number) {
        return new ServerId("flash-" + number);
    }

    private static Member on(int number, String zone, String node) {
        return new Member(server(number), zone, node, 0);
    }

    /** Servers of a cluster with named nodes, in turn. */
    private static List<Member> onNodes(int servers, int nodes) {
        return IntStream.range(0, servers)
                .mapToObj(i -> on(i, "", "node-" + i % nodes))
                .toList();
    }

    private static String node(Member member) {
        return member.zone() + "/" + (member.node().isEmpty() ? "alone " + member.id() : member.node());
    }

    private static Map<String, Integer> counts(
            Collection<ServerId> servers, List<Member> members, Function<Member, String> domain) {
        Set<ServerId> chosen = new HashSet<>(servers);
        return members.stream()
                .filter(member -> chosen.contains(member.id()))
                .collect(Collectors.toMap(domain, member -> 1, Integer::sum));
    }

    private static int most(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(count -> count).max().orElse(0);
    }

    /** The least that some domain must hold when fragments are spread as evenly as these capacities allow. */
    private static int leastMost(Collection<Integer> rooms, int fragments) {
        int level = 0;
        while (atMost(rooms, level) < Math.min(fragments, atMost(rooms, Integer.MAX_VALUE))) {
            level++;
        }
        return level;
    }

    private static long atMost(Collection<Integer> rooms, int level) {
        return rooms.stream().mapToLong(room -> Math.min(room, level)).sum();
    }

    /** The table of the operations review: one dead node, as in clusters on Kubernetes. */
    @ParameterizedTest
    @CsvSource({"8, 3", "9, 3", "9, 4", "7, 3", "12, 6"})
    void deadNode_takesNoObject_whereThereAreEnoughNodes(int servers, int nodes) {
        List<Member> members = onNodes(servers, nodes);
        PlacementRing ring = new PlacementRing(members);
        for (RedundancyScheme scheme : SCHEMES) {
            for (int i = 0; i < 4_000; i++) {
                List<ServerId> placed = ring.select(object(i), scheme, any -> true);
                assertThat(placed).hasSize(scheme.width()).doesNotHaveDuplicates();
                assertThat(most(counts(placed, members, Member::node)))
                        .as("%s on %s servers of %s nodes: %s", scheme, servers, nodes, placed)
                        .isLessThanOrEqualTo(scheme.parityFragments());
            }
        }
    }

    @Test
    void threeNodes_holdTwoShardsEach_andOneCopyEach() {
        List<Member> members = onNodes(9, 3);
        PlacementRing ring = new PlacementRing(members);
        for (int i = 0; i < 500; i++) {
            assertThat(counts(ring.select(object(i), RedundancyScheme.EC_4_2, any -> true), members, Member::node))
                    .containsOnly(Map.entry("node-0", 2), Map.entry("node-1", 2), Map.entry("node-2", 2));
            assertThat(counts(ring.select(object(i), RedundancyScheme.REP_3, any -> true), members, Member::node))
                    .containsOnly(Map.entry("node-0", 1), Map.entry("node-1", 1), Map.entry("node-2", 1));
        }
    }

    @Test
    void twoNodes_cannotSurviveOneUnderErasureCoding_andShareEvenly() {
        List<Member> members = onNodes(8, 2);
        PlacementRing ring = new PlacementRing(members);
        for (int i = 0; i < 500; i++) {
            assertThat(counts(ring.select(object(i), RedundancyScheme.EC_4_2, any -> true), members, Member::node))
                    .containsOnly(Map.entry("node-0", 3), Map.entry("node-1", 3));
        }
    }

    /** Two zones cannot survive the loss of one under EC, so nodes come before even zones. */
    @Test
    void nodeSurvives_evenWhereZonesBecomeUneven() {
        List<Member> members = List.of(
                on(0, "a", "a1"),
                on(1, "a", "a1"),
                on(2, "a", "a1"),
                on(3, "b", "b1"),
                on(4, "b", "b2"),
                on(5, "b", "b3"),
                on(6, "b", "b4"));
        PlacementRing ring = new PlacementRing(members);
        for (int i = 0; i < 500; i++) {
            assertThat(counts(ring.select(object(i), RedundancyScheme.EC_4_2, any -> true), members, Member::zone))
                    .containsOnly(Map.entry("a", 2), Map.entry("b", 4));
        }
    }

    @Test
    void selection_ofAnyCluster_putsNoMoreInADomainThanItMust() {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            List<Member> members = cluster(random);
            Set<ServerId> away = members.stream()
                    .map(Member::id)
                    .filter(server -> random.nextInt(6) == 0)
                    .collect(Collectors.toSet());
            RedundancyScheme scheme = SCHEMES.get(random.nextInt(SCHEMES.size()));
            Predicate<ServerId> usable = server -> !away.contains(server);
            List<ServerId> placed = new PlacementRing(members).select(object(0), scheme, usable);

            List<Member> up =
                    members.stream().filter(member -> usable.test(member.id())).toList();
            assertThat(placed)
                    .as("seed %s", seed)
                    .hasSize(Math.min(scheme.width(), up.size()))
                    .doesNotHaveDuplicates()
                    .allMatch(usable);
            requireSpread(members, up, placed, scheme, "seed " + seed);
        }
    }

    @Test
    void selection_isThatOfTheWholeOrder_howeverFewServersItLooksAt() {
        int stoppedEarly = 0;
        List<Member> large = largeCluster(300, 3, 2);
        PlacementRing ringOfLarge = new PlacementRing(large);
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            boolean isLarge = random.nextInt(10) == 0;
            List<Member> members = isLarge ? large : cluster(random);
            PlacementRing ring = isLarge ? ringOfLarge : new PlacementRing(members);
            List<ServerId> ids = members.stream().map(Member::id).toList();
            int outOf = 1 + random.nextInt(8);
            Set<ServerId> away =
                    ids.stream().filter(server -> random.nextInt(outOf) == 1).collect(Collectors.toSet());
            RedundancyScheme scheme = SCHEMES.get(random.nextInt(SCHEMES.size()));
            List<ServerId> held = ids.subList(0, random.nextInt(Math.min(4, ids.size())));
            int count = 1 + random.nextInt(7);
            AtomicInteger looked = new AtomicInteger();
            List<ServerId> order = ring.preference(object(seed)).stream()
                    .map(Member::id)
                    .filter(server -> !held.contains(server) && !away.contains(server))
                    .toList();
            assertThat(ring.select(
                            object(seed),
                            scheme,
                            count,
                            server -> looked.incrementAndGet() > 0 && !away.contains(server),
                            held))
                    .as("seed %s", seed)
                    .isEqualTo(ring.domains().choose(order, held, count, scheme.parityFragments()));
            stoppedEarly += looked.get() + held.size() < ids.size() ? 1 : 0;
        }
        assertThat(stoppedEarly).isGreaterThan(500);
    }

    /** Reviewed at 5,000 servers: each put of a new object met all of them. */
    @Test
    void placement_looksAtAFewServers_ofHoweverMany() {
        PlacementRing ring = new PlacementRing(largeCluster(5_000, 3, 4));
        AtomicInteger looked = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            assertThat(ring.select(object(i), RedundancyScheme.EC_4_2, any -> looked.incrementAndGet() > 0))
                    .hasSize(6);
        }
        assertThat(looked.get() / 1_000).isLessThan(30);
    }

    private static List<Member> largeCluster(int servers, int zones, int onANode) {
        return IntStream.range(0, servers)
                .mapToObj(i -> on(i, "z" + i % zones, "n" + i / (zones * onANode)))
                .toList();
    }

    private static void requireSpread(
            List<Member> members, List<Member> up, List<ServerId> placed, RedundancyScheme scheme, String seed) {
        Map<String, Integer> nodeRooms =
                counts(up.stream().map(Member::id).toList(), members, FailureDomainsTest::node);
        int survives = scheme.parityFragments();
        int mostOfNode = Math.max(survives, leastMost(nodeRooms.values(), placed.size()));
        Map<String, Integer> onNodes = counts(placed, members, FailureDomainsTest::node);
        assertThat(most(onNodes)).as(seed + " nodes " + onNodes).isLessThanOrEqualTo(mostOfNode);

        // The capacity of a zone is that of its nodes.
        Map<String, Integer> zoneRooms = nodeRooms.entrySet().stream()
                .collect(Collectors.toMap(
                        e -> e.getKey().substring(0, e.getKey().indexOf('/')),
                        e -> Math.min(e.getValue(), mostOfNode),
                        Integer::sum));
        Map<String, Integer> inZones = counts(placed, members, Member::zone);
        assertThat(most(inZones))
                .as(seed + " zones " + inZones)
                .isEqualTo(leastMost(zoneRooms.values(), placed.size()));
        inZones.forEach((zone, fragments) -> {
            List<Integer> rooms = nodeRooms.entrySet().stream()
                    .filter(e -> e.getKey().startsWith(zone + "/"))
                    .map(Map.Entry::getValue)
                    .toList();
            int most = onNodes.entrySet().stream()
                    .filter(e -> e.getKey().startsWith(zone + "/"))
                    .mapToInt(Map.Entry::getValue)
                    .max()
                    .orElse(0);
            assertThat(most).as(seed + " nodes of zone " + zone).isEqualTo(leastMost(rooms, fragments));
        });
    }

    private static List<Member> cluster(Random random) {
        int zones = 1 + random.nextInt(4);
        int nodes = 1 + random.nextInt(6);
        boolean known = random.nextInt(4) > 0;
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < 3 + random.nextInt(22); i++) {
            members.add(on(i, zones == 1 ? "" : "z" + random.nextInt(zones), known ? "n" + random.nextInt(nodes) : ""));
        }
        return members;
    }

    @Test
    void serverThatJoinsOrLeaves_changesOneServerOfAPlacement_andNoOther() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Member> members = cluster(random);
            ServerId gone = members.get(random.nextInt(members.size())).id();
            PlacementRing ring = new PlacementRing(members);
            for (int i = 0; i < 20; i++) {
                List<ServerId> all = ring.select(object(i), RedundancyScheme.REP_3, any -> true);
                List<ServerId> without = ring.select(object(i), RedundancyScheme.REP_3, id -> !id.equals(gone));
                Set<ServerId> kept = new HashSet<>(all);
                kept.retainAll(without);
                assertThat(kept.size())
                        .as("seed %s: %s, without %s: %s", seed, all, gone, without)
                        .isGreaterThanOrEqualTo(all.contains(gone) ? all.size() - 2 : all.size() - 1);
            }
        }
    }

    @Test
    void replacement_goesWhereTheLostFragmentWas() {
        List<Member> members = onNodes(9, 3);
        PlacementRing ring = new PlacementRing(members);
        FailureDomains domains = ring.domains();
        for (int i = 0; i < 500; i++) {
            List<ServerId> placed = new ArrayList<>(ring.select(object(i), RedundancyScheme.EC_4_2, any -> true));
            ServerId dead = placed.remove(i % 6);
            List<ServerId> next = ring.select(object(i), RedundancyScheme.EC_4_2, 1, id -> !id.equals(dead), placed);
            assertThat(domains.domain(Level.NODE, next.get(0))).isEqualTo(domains.domain(Level.NODE, dead));
        }
    }

    @Test
    void flatCluster_isPlacedInTheOrderOfTheRing_whicheverWayItIsComputed() {
        List<Member> members =
                IntStream.range(0, 12).mapToObj(i -> on(i, "", "")).toList();
        PlacementRing ring = new PlacementRing(members);
        assertThat(ring.domains().isFlat()).isTrue();
        for (int i = 0; i < 500; i++) {
            List<ServerId> order =
                    ring.preference(object(i)).stream().map(Member::id).toList();
            assertThat(ring.domains().choose(order, List.of(), 6, 2)).isEqualTo(order.subList(0, 6));
            assertThat(ring.select(object(i), RedundancyScheme.EC_4_2, any -> true))
                    .isEqualTo(order.subList(0, 6));
        }
    }

    @Test
    void excess_isWhatOneLossTakesBeyondWhatIsSurvived() {
        FailureDomains nodes = new FailureDomains(onNodes(9, 3));
        Spread crowded = nodes.spread(List.of(server(0), server(3), server(6), server(1), server(4), server(2)));
        assertThat(crowded.excess(Level.NODE, 2)).isEqualTo(1);
        assertThat(crowded.excess(Level.ZONE, 2)).as("one unknown zone").isZero();
        assertThat(crowded.most(Level.NODE)).isEqualTo(3);
        assertThat(crowded.beside(Level.NODE, server(7))).isEqualTo(2);

        FailureDomains alone = new FailureDomains(
                IntStream.range(0, 9).mapToObj(i -> on(i, "", "")).toList());
        assertThat(alone.spread(List.of(server(0), server(3), server(6))).excess(Level.NODE, 2))
                .isZero();
    }

    @Test
    void move_thatCrowdsANodeOrAZone_isNotAllowed() {
        FailureDomains nodes = new FailureDomains(onNodes(9, 3));
        Spread even = nodes.spread(List.of(server(0), server(3), server(1), server(4), server(2), server(5)));
        assertThat(even.allows(server(0), server(6), 2)).as("same node").isTrue();
        assertThat(even.allows(server(0), server(7), 2)).as("a third there").isFalse();

        Spread crowded = nodes.spread(List.of(server(0), server(3), server(6), server(1), server(4), server(2)));
        assertThat(crowded.allows(server(0), server(5), 2)).as("heals").isTrue();
        assertThat(crowded.allows(server(2), server(7), 2)).as("worse").isFalse();
    }
}
