package io.chameleon.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.verify.VerifyReport.Severity;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.Chunks;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A row of the mapping table beside what its servers hold. */
class PlacementCheckTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final WriteId WRITE = new WriteId(1, 2);
    /** Four shards of a page and two of parity: none is padding. */
    private static final int SIZE = 4 * RedundancyScheme.MIN_SHARD_BYTES;

    private final LoopbackNetwork network = new LoopbackNetwork();
    private final FlashClient flash = new FlashClient(network);
    private List<FakeFlashServer> servers = servers(number -> "");

    @AfterEach
    void close() {
        network.close();
    }

    private List<FakeFlashServer> servers(IntFunction<String> zones) {
        List<FakeFlashServer> all = IntStream.range(0, 6)
                .mapToObj(number -> new FakeFlashServer(new ServerInfo(
                        new ServerId("flash-" + number),
                        "s" + number,
                        1 + number,
                        zones.apply(number),
                        1L << 30,
                        ServerInfo.Status.UP)))
                .toList();
        all.forEach(server -> network.bind(Endpoint.of(server.info()), server));
        return all;
    }

    private static ObjectInfo object(ObjectId id, long size, Placement live) {
        Instant then = Instant.EPOCH;
        return new ObjectInfo(
                id,
                WRITE.toString(),
                size,
                SIZE,
                0,
                0,
                0,
                "",
                Map.of(),
                RedundancyState.stable(live.policy()),
                live,
                live,
                WRITE,
                false,
                0,
                0,
                0,
                then,
                then,
                false);
    }

    private ObjectInfo stripe(long size) {
        return object(
                new ObjectId("photos", "cat"),
                size,
                new Placement(
                        RedundancyScheme.EC_4_2,
                        servers.stream().map(FakeFlashServer::id).toList()));
    }

    private void store(ObjectInfo object) {
        int segments = (int) ((object.size() + SIZE - 1) / SIZE);
        for (int segment = 0; segment < segments; segment++) {
            int length = (int) Math.min(SIZE, object.size() - (long) segment * SIZE);
            RedundancyScheme scheme = object.live().scheme();
            for (int index = 0; index < scheme.width(); index++) {
                if (!scheme.isPadding(index, length)) {
                    servers.get(index)
                            .put(
                                    new FragmentId(WRITE, segment, index),
                                    scheme,
                                    length,
                                    new byte[scheme.fragmentBytes(length)]);
                }
            }
        }
    }

    private PlacementCheck.Result check(boolean deep, ObjectInfo... pieces) {
        List<ServerInfo> infos = servers.stream().map(FakeFlashServer::info).toList();
        ClusterView view = new ClusterView(infos, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 16, 1);
        return new PlacementCheck(view, flash, FragmentInventory.of(infos, flash, TIMEOUT), TIMEOUT, deep)
                .check(List.of(pieces));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 3", "4096, 3", "4097, 4", "16384, 6", "16385, 9", "32768, 12"})
    void objectThatIsWhole_hasAllItsFragments_andPaddingIsNotLookedFor(long size, int fragments) {
        ObjectInfo object = stripe(size);
        store(object);
        for (boolean deep : new boolean[] {false, true}) {
            PlacementCheck.Result result = check(deep, object);
            assertThat(result.problems()).isEmpty();
            assertThat(result.fragments()).isEqualTo(fragments);
            assertThat(result.unreachable()).isZero();
        }
    }

    @Test
    void fragmentThatIsMissing_isNamed_withItsServer() {
        ObjectInfo object = stripe(2L * SIZE);
        store(object);
        servers.get(3).fragments().remove(new FragmentId(WRITE, 1, 3));
        assertThat(check(false, object).problems())
                .singleElement()
                .asString()
                .startsWith("segment 1 fragment 3 on flash-3: ")
                .contains("is not here");
    }

    /** The listing is older than the row: what it lacks may have come since. */
    @Test
    void fragmentThatCameAfterTheListing_isNoProblem() {
        ObjectInfo object = stripe(SIZE);
        List<ServerInfo> infos = servers.stream().map(FakeFlashServer::info).toList();
        ClusterView view = new ClusterView(infos, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 16, 1);
        PlacementCheck check =
                new PlacementCheck(view, flash, FragmentInventory.of(infos, flash, TIMEOUT), TIMEOUT, false);
        store(object);
        assertThat(check.check(List.of(object)).problems()).isEmpty();
    }

    @Test
    void damage_isFoundByReading_andNotByTheListing() {
        ObjectInfo object = stripe(SIZE);
        store(object);
        servers.get(5).corruptAll();
        assertThat(check(false, object).problems()).isEmpty();
        assertThat(check(true, object).problems()).containsExactly("segment 0 fragment 5 on flash-5 is damaged");
    }

    @Test
    void fragmentOfAnotherLength_isNamed_withTheLengthItHas() {
        ObjectInfo object = stripe(SIZE);
        store(object);
        servers.get(0).truncateAll();
        assertThat(check(true, object).problems())
                .containsExactly(
                        "segment 0 fragment 0 on flash-0 has " + (RedundancyScheme.MIN_SHARD_BYTES - 1) + " bytes");
    }

    @Test
    void fragmentsOfServersThatAreDown_areCounted_andNoProblem() {
        ObjectInfo object = stripe(2L * SIZE);
        store(object);
        servers.get(2).status(ServerInfo.Status.DOWN);
        servers.get(4).status(ServerInfo.Status.DRAINING);
        PlacementCheck.Result result = check(true, object);
        assertThat(result.problems()).isEmpty();
        assertThat(result.fragments()).isEqualTo(10);
        assertThat(result.unreachable()).isEqualTo(2);
    }

    @Test
    void serverThatRefuses_isAProblemOfItsFragments_andEndsNothing() {
        ObjectInfo object = stripe(SIZE);
        store(object);
        servers.get(1).fail(MessageType.GET_FRAGMENT, ErrorCode.OVERLOADED);
        assertThat(check(true, object).problems()).containsExactly("segment 0 fragment 1 on flash-1: told to fail");
    }

    @Test
    void problemOfAChunk_saysWhichChunk() {
        ObjectInfo whole = stripe(SIZE);
        ObjectInfo chunk = object(Chunks.id("photos", WRITE, 7), SIZE, whole.live());
        store(chunk);
        servers.get(0).loseAll();
        assertThat(check(false, chunk).problems())
                .singleElement()
                .asString()
                .startsWith("chunk 7 segment 0 fragment 0 on flash-0: ");
    }

    /** EC(4+2) survives two losses: a zone may hold two fragments of it. */
    @ParameterizedTest
    @CsvSource({"1, false", "2, true", "3, false", "6, false"})
    void zone_withMoreFragmentsThanMayBeLost_endangersTheObject(int zones, boolean endangered) {
        servers.forEach(server -> network.unbind(Endpoint.of(server.info())));
        servers = servers(number -> zones == 1 ? "" : "zone-" + number % zones);
        ObjectInfo object = stripe(SIZE);
        store(object);
        assertThat(check(false, object).endangered().contains(Level.ZONE)).isEqualTo(endangered);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void smallObject_isEndangeredByFewer(long size) {
        servers.forEach(server -> network.unbind(Endpoint.of(server.info())));
        servers = servers(number -> "zone-" + number % 2);
        ObjectInfo object = stripe(size);
        store(object);
        assertThat(check(false, object).endangered())
                .as("of a fragment and two of parity, two in a zone may be lost")
                .isEmpty();
    }

    @Test
    void inventory_isReadToItsEnd_pageByPage() {
        for (int segment = 0; segment < 2_001; segment++) {
            servers.get(0).put(new FragmentId(WRITE, segment, 0), RedundancyScheme.REP_3, 1, new byte[1]);
        }
        servers.get(1).put(new FragmentId(WRITE, 0, 1), RedundancyScheme.REP_3, 1, new byte[1]);
        servers.get(5).status(ServerInfo.Status.DOWN);
        FragmentInventory inventory =
                FragmentInventory.of(servers.stream().map(FakeFlashServer::info).toList(), flash, TIMEOUT);
        assertThat(inventory.count((server, fragment) -> true)).isEqualTo(2_002);
        assertThat(inventory.count((server, fragment) -> fragment.index() == 1)).isEqualTo(1);
        assertThat(servers.get(0).received(MessageType.LIST_FRAGMENTS)).isEqualTo(3);
        assertThat(inventory.holds(new ServerId("flash-0"), new FragmentId(WRITE, 2_000, 0)))
                .hasValue(true);
        assertThat(inventory.holds(new ServerId("flash-0"), new FragmentId(WRITE, 2_001, 0)))
                .hasValue(false);
        assertThat(inventory.holds(new ServerId("flash-5"), new FragmentId(WRITE, 0, 0)))
                .as("of a server that is down nothing is known")
                .isEmpty();
    }

    @Test
    void report_isClean_asLongAsNothingIsLostOrDamaged() {
        VerifyReport report = new VerifyReport();
        report.readBack(10);
        report.readBack(0);
        report.fragments(9, 1);
        report.endangered(Level.ZONE);
        report.found(new ObjectId("photos", "b"), Severity.DEGRADED, "repair is queued");
        assertThat(report.isClean()).isTrue();
        assertThat(report.objects()).isEqualTo(2);
        assertThat(report.bytes()).isEqualTo(10);
        assertThat(report.fragments()).isEqualTo(9);
        assertThat(report.unreachable()).isEqualTo(1);
        assertThat(report.endangeredBy(Level.ZONE)).isEqualTo(1);
        assertThat(report.endangeredBy(Level.NODE)).isZero();
        report.found(new ObjectId("photos", "a"), Severity.DAMAGED, "segment 0");
        assertThat(report.isClean()).isFalse();
        assertThat(report.findings())
                .extracting(finding -> finding.object().key())
                .containsExactly("a", "b");
        assertThat(report.count(Severity.DAMAGED)).isEqualTo(1);
        assertThat(report.count(Severity.UNREADABLE)).isZero();
    }
}
