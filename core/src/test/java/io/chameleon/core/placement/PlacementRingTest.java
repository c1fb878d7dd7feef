package io.chameleon.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.placement.PlacementRing.Member;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlacementRingTest {
    private static final int WIDTH = 6;

    private static List<Member> members(int count, int zones) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Member(new ServerId("flash-" + i), "zone-" + i % zones))
                .toList();
    }

    private static Stream<ObjectId> objects(int count) {
        return IntStream.range(0, count).mapToObj(i -> new ObjectId("ycsb", "user" + i));
    }

    private static Map<String, Long> perZone(List<ServerId> servers, List<Member> members) {
        Map<ServerId, String> zones = members.stream().collect(Collectors.toMap(Member::id, Member::zone));
        return servers.stream().collect(Collectors.groupingBy(zones::get, Collectors.counting()));
    }

    @Test
    void select_namesDistinctServers_inTheOrderOfTheRing() {
        PlacementRing ring = new PlacementRing(members(10, 1));
        objects(500).forEach(object -> {
            List<ServerId> servers = ring.select(object, RedundancyScheme.EC_4_2, any -> true);
            assertThat(servers).hasSize(WIDTH).doesNotHaveDuplicates();
            assertThat(servers)
                    .isEqualTo(ring.preference(object).stream()
                            .limit(WIDTH)
                            .map(Member::id)
                            .toList());
        });
    }

    @Test
    void preference_namesEveryServerOnce() {
        List<Member> members = members(10, 3);
        PlacementRing ring = new PlacementRing(members, 3);
        objects(200)
                .forEach(object -> assertThat(ring.preference(object)).containsExactlyInAnyOrderElementsOf(members));
    }

    @Test
    void select_withAsManyZonesAsItNeeds_spreadsEvenly() {
        List<Member> members = members(12, 3);
        PlacementRing ring = new PlacementRing(members);
        objects(500).forEach(object -> {
            assertThat(perZone(ring.select(object, RedundancyScheme.EC_4_2, any -> true), members)
                            .values())
                    .containsOnly(2L);
            assertThat(perZone(ring.select(object, RedundancyScheme.REP_3, any -> true), members)
                            .values())
                    .containsOnly(1L);
        });
    }

    @Test
    void select_withAZoneDown_prefersDistinctServersToDistinctZones() {
        List<Member> members = members(12, 3);
        PlacementRing ring = new PlacementRing(members);
        Set<ServerId> down = members.stream()
                .filter(member -> member.zone().equals("zone-1"))
                .map(Member::id)
                .collect(Collectors.toSet());
        objects(200)
                .forEach(object -> assertThat(ring.select(object, RedundancyScheme.EC_4_2, id -> !down.contains(id)))
                        .hasSize(6)
                        .doesNotHaveDuplicates()
                        .doesNotContainAnyElementsOf(down));
    }

    @Test
    void select_withTooFewUsableServers_namesThoseThereAre() {
        PlacementRing ring = new PlacementRing(members(10, 1));
        ObjectId object = new ObjectId("ycsb", "user0");
        Set<ServerId> up = Set.of(new ServerId("flash-1"), new ServerId("flash-7"));
        assertThat(ring.select(object, RedundancyScheme.EC_4_2, up::contains)).containsExactlyInAnyOrderElementsOf(up);
        assertThat(ring.select(object, RedundancyScheme.EC_4_2, any -> false)).isEmpty();
        assertThat(new PlacementRing(List.of()).select(object, RedundancyScheme.EC_4_2, any -> true))
                .isEmpty();
    }

    @Test
    void select_withAServerDown_replacesThatServerAlone() {
        PlacementRing ring = new PlacementRing(members(10, 1));
        objects(500).forEach(object -> {
            List<ServerId> all = ring.select(object, RedundancyScheme.EC_4_2, any -> true);
            ServerId down = all.get(2);
            List<ServerId> without = ring.select(object, RedundancyScheme.EC_4_2, id -> !id.equals(down));
            assertThat(without).hasSize(WIDTH).doesNotContain(down);
            assertThat(without)
                    .containsAll(all.stream().filter(id -> !id.equals(down)).toList());
        });
    }

    @Test
    void replacement_isNoneOfTheServersTaken_andInTheZoneThatLacksOne() {
        List<Member> members = members(12, 3);
        PlacementRing ring = new PlacementRing(members);
        objects(300).forEach(object -> {
            List<ServerId> all = ring.select(object, RedundancyScheme.EC_4_2, any -> true);
            ServerId dead = all.get(0);
            Set<ServerId> taken = Set.copyOf(all.subList(1, WIDTH));
            List<ServerId> replacement = ring.select(object, RedundancyScheme.EC_4_2, 1, id -> !id.equals(dead), taken);
            assertThat(replacement).hasSize(1).doesNotContainAnyElementsOf(all);

            List<ServerId> whole = new ArrayList<>(taken);
            whole.addAll(replacement);
            assertThat(perZone(whole, members).values()).containsOnly(2L);
        });
    }

    @Test
    void replacement_withNoServerLeft_isNone() {
        List<Member> members = members(6, 1);
        PlacementRing ring = new PlacementRing(members);
        Set<ServerId> taken = members.stream().map(Member::id).collect(Collectors.toSet());
        assertThat(ring.select(new ObjectId("ycsb", "k"), RedundancyScheme.EC_4_2, 1, any -> true, taken))
                .isEmpty();
    }

    @Test
    void ring_ofTheSameMembersInAnyOrder_isTheSame() {
        List<Member> members = new ArrayList<>(members(20, 4));
        PlacementRing ring = new PlacementRing(members);
        Collections.shuffle(members, new Random(1));
        PlacementRing shuffled = new PlacementRing(members);

        assertThat(shuffled).isEqualTo(ring).hasSameHashCodeAs(ring);
        objects(200).forEach(object -> assertThat(shuffled.preference(object)).isEqualTo(ring.preference(object)));
        assertThat(ring).isNotEqualTo(new PlacementRing(members.subList(1, 20)));
        assertThat(ring).isNotEqualTo(new PlacementRing(members, 32));
    }

    /** Pinned: clients and servers of different builds must agree. */
    @Test
    void ring_placesAnObjectWhereItAlwaysDid() {
        assertThat(new PlacementRing(members(10, 1))
                        .select(new ObjectId("photos", "cats/tom"), RedundancyScheme.EC_4_2, any -> true))
                .extracting(ServerId::value)
                .containsExactly("flash-2", "flash-6", "flash-9", "flash-8", "flash-7", "flash-3");
    }

    @Test
    void load_of50Servers_isWithinReading21() {
        PlacementRing ring = new PlacementRing(members(50, 1));
        Map<ServerId, Long> load = objects(20_000)
                .flatMap(object -> ring.select(object, RedundancyScheme.EC_4_2, any -> true).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(load).hasSize(50);
        double ratio = (double) Collections.max(load.values()) / Collections.min(load.values());
        assertThat(ratio).as("most to least loaded server").isLessThan(2.6);
    }

    @Test
    void serverThatJoins_takesItsShareAndMovesNothingElse() {
        List<Member> members = members(20, 1);
        PlacementRing before = new PlacementRing(members.subList(0, 19));
        PlacementRing after = new PlacementRing(members);
        Member joined = members.get(19);
        Map<Boolean, Integer> moved = new HashMap<>();
        objects(5000).forEach(object -> {
            List<Member> order = new ArrayList<>(after.preference(object));
            moved.merge(order.indexOf(joined) < WIDTH, 1, Integer::sum);
            order.remove(joined);
            assertThat(order).isEqualTo(before.preference(object));
        });
        // 6 of 20 servers hold each object: the new one takes a place in 30 %, give or take its luck on the ring.
        assertThat(moved.get(true)).isBetween(500, 2500);
    }

    private static List<Member> sized(long... sizes) {
        return IntStream.range(0, sizes.length)
                .mapToObj(i -> new Member(new ServerId("flash-" + i), "", "", sizes[i]))
                .toList();
    }

    private static Map<ServerId, Long> copies(PlacementRing ring) {
        return objects(20_000)
                .flatMap(object -> ring.select(object, RedundancyScheme.REP_3, any -> true).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void sizes_thatAreEqualUnknownOrNearlyEqual_changeNothing() {
        PlacementRing unknown = new PlacementRing(sized(new long[12]));
        List<List<Member>> alike = List.of(
                sized(LongStream.generate(() -> 1L << 40).limit(12).toArray()),
                sized(LongStream.range(0, 12).map(i -> (1L << 40) + (i << 32)).toArray()),
                sized(LongStream.range(0, 12)
                        .map(i -> i % 3 == 0 ? 0 : 1L << 40)
                        .toArray()));
        for (List<Member> members : alike) {
            PlacementRing ring = new PlacementRing(members);
            objects(300)
                    .forEach(object -> assertThat(ring.select(object, RedundancyScheme.EC_4_2, any -> true))
                            .isEqualTo(unknown.select(object, RedundancyScheme.EC_4_2, any -> true)));
        }
    }

    @Test
    void serverOfTwiceTheSize_isGivenTwiceAsMuch() {
        long[] sizes = LongStream.range(0, 60)
                .map(i -> i % 2 == 0 ? 1L << 30 : 1L << 31)
                .toArray();
        Map<ServerId, Long> copies = copies(new PlacementRing(sized(sizes)));
        long small = 0;
        long large = 0;
        for (int i = 0; i < sizes.length; i++) {
            long given = copies.getOrDefault(new ServerId("flash-" + i), 0L);
            small += i % 2 == 0 ? given : 0;
            large += i % 2 == 0 ? 0 : given;
        }
        assertThat((double) large / small).isBetween(1.8, 2.2);
    }

    @Test
    void sizes_farFromTheMedian_countForABoundedShare() {
        assertThat(new PlacementRing(sized(1L << 40, 1L << 40, 1L << 40, 1), 64)
                        .preference(new ObjectId("ycsb", "user0")))
                .as("every server keeps a point")
                .hasSize(4);
        Map<ServerId, Long> copies = copies(new PlacementRing(sized(1, 1, 1, Long.MAX_VALUE)));
        assertThat(copies.get(new ServerId("flash-0"))).isPositive();
    }

    @Test
    void ring_withOneServerTwice_isRefused() {
        ServerId id = new ServerId("flash-0");
        assertThatThrownBy(() -> new PlacementRing(List.of(new Member(id, "a"), new Member(id, "b"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("each server once");
        assertThatThrownBy(() -> new PlacementRing(List.of(), 0)).hasMessageContaining("ring points per server: '0'");
    }
}
