package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.metadata.rebuild.table.RebuiltVersion.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AssessmentTest {
    private static final RedundancyScheme EC = RedundancyScheme.parse("EC(4+2)");
    private static final WriteId WRITE = WriteId.parse("019a00000000000000000000000000aa");
    private static final int SEGMENT = 1 << 20;
    private static final Set<ServerId> SERVERS =
            IntStream.range(0, 8).mapToObj(AssessmentTest::server).collect(Collectors.toUnmodifiableSet());

    private final Map<ServerId, List<FragmentId>> found = new HashMap<>();
    private long size = 2L * SEGMENT;
    private int lostServers = 6;

    @Test
    void wholeWrite_isPlacedWhereItsFragmentsAre() {
        IntStream.range(0, 6).forEach(index -> has(7 - index, index, 0, 1));

        RebuiltVersion version = assess().orElseThrow();
        assertThat(version.state()).isEqualTo(State.READABLE);
        assertThat(version.missing()).isEmpty();
        assertThat(version.row().degraded()).isFalse();
        assertThat(version.row().live().servers())
                .containsExactly(server(7), server(6), server(5), server(4), server(3), server(2));
    }

    @Test
    void lostFragments_areMissing_onServersThatHoldNothingElseOfIt() {
        IntStream.of(0, 2, 4, 5).forEach(index -> has(index, index, 0, 1));
        has(1, 1, 0);

        RebuiltVersion version = assess().orElseThrow();
        assertThat(version.state()).isEqualTo(State.READABLE);
        assertThat(version.missing()).containsExactly(1, 3);
        assertThat(version.row().degraded()).isTrue();
        assertThat(version.row().live().servers()).doesNotHaveDuplicates().contains(server(1), server(5));
    }

    @Test
    void moveThatEndedHalfWay_leavesTheServerThatHasMore() {
        IntStream.range(0, 6).forEach(index -> has(index, index, 0, 1));
        has(7, 3, 0);

        assertThat(assess().orElseThrow().row().live().servers())
                .contains(server(3))
                .doesNotContain(server(7));
    }

    @Test
    void damagedFragment_isMissing_andCountsAsAcknowledged() {
        IntStream.range(0, 6).forEach(index -> has(index, index, 0, 1));
        lostServers = 0;

        Optional<RebuiltVersion> version =
                assess(Set.of(new FragmentId(WRITE, 0, 0), new FragmentId(WRITE, 0, 1), new FragmentId(WRITE, 0, 2)));
        assertThat(version.orElseThrow().state()).isEqualTo(State.UNREADABLE);
        assertThat(version.orElseThrow().missing()).containsExactly(0, 1, 2);
    }

    @Test
    void tooFewFragments_wereNeverAcknowledged_ifNoServerIsLost() {
        IntStream.range(0, 3).forEach(index -> has(index, index, 0, 1));

        assertThat(assess().orElseThrow().state()).isEqualTo(State.UNREADABLE);
        lostServers = 1;
        assertThat(assess().orElseThrow().state()).isEqualTo(State.UNFINISHED);
        lostServers = 2;
        assertThat(assess().orElseThrow().state()).isEqualTo(State.UNREADABLE);
    }

    @Test
    void padding_isNotMissed() {
        size = 1000;
        IntStream.of(0, 4, 5).forEach(index -> has(index, index, 0));

        RebuiltVersion version = assess().orElseThrow();
        assertThat(version.missing()).isEmpty();
        assertThat(version.row().live().servers()).hasSize(6);
    }

    @Test
    void fewerServersThanTheSchemeNeeds_areNoPlaceForIt() {
        IntStream.range(0, 4).forEach(index -> has(index, index, 0, 1));

        assertThat(new Assessment(
                                new FoundWrite(WRITE, found),
                                manifest(),
                                Set.of(server(0), server(1), server(2), server(3)))
                        .version(id -> false, 6, ""))
                .isEmpty();
    }

    private Optional<RebuiltVersion> assess() {
        return assess(Set.of());
    }

    private Optional<RebuiltVersion> assess(Set<FragmentId> damaged) {
        return new Assessment(new FoundWrite(WRITE, found), manifest(), SERVERS)
                .version(damaged::contains, lostServers, "");
    }

    private Manifest manifest() {
        return new Manifest(
                new ObjectId("photos", "leaf"), new ObjectContent(WRITE, size, SEGMENT, 7, "", Map.of()), EC);
    }

    private void has(int server, int index, int... segments) {
        List<FragmentId> fragments = found.computeIfAbsent(server(server), any -> new ArrayList<>());
        IntStream.of(segments)
                .mapToObj(segment -> new FragmentId(WRITE, segment, index))
                .forEach(fragments::add);
    }

    private static ServerId server(int number) {
        return new ServerId("flash-" + number);
    }
}
