package io.chameleon.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.client.Deletion;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A double that did not do what it was told would let the tests of others pass for nothing. */
class FakeFlashServerTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String CLUSTER = "5ca1ab1e-0000-4000-8000-000000000001";
    private static final String DEVICE_0 = "5ca1ab1e-0000-4000-8000-000000000002";
    private static final String DEVICE_1 = "5ca1ab1e-0000-4000-8000-000000000003";
    private static final WriteId WRITE = new WriteId(1_000L << 16, 1);
    private static final FragmentId ID = new FragmentId(WRITE, 0, 0);
    private static final byte[] BYTES = "twelve bytes".getBytes(StandardCharsets.US_ASCII);

    @AutoClose
    private final LoopbackNetwork network = new LoopbackNetwork();

    private final FakeFlashServer server = server("s0", 1);
    private final FlashClient client = new FlashClient(network);

    private FakeFlashServer server(String name, int port) {
        FakeFlashServer fake =
                new FakeFlashServer(new ServerInfo(new ServerId(name), name, port, "", 1 << 30, ServerInfo.Status.UP));
        network.bind(Endpoint.of(fake.info()), fake);
        return fake;
    }

    private Endpoint at() {
        return Endpoint.of(server.info());
    }

    private CompletableFuture<Void> put(FragmentId id, byte[] bytes, int crc32c) {
        return client.put(
                at(),
                id,
                crc32c,
                RedundancyScheme.REP_3,
                BYTES.length,
                WriteHint.HOT,
                Unpooled.wrappedBuffer(bytes),
                TIMEOUT);
    }

    private void put(FragmentId id) {
        put(id, BYTES, StoredFragment.crc32c(BYTES)).join();
    }

    /** The whole fragment, and whether it is what it claims to be. */
    private byte[] get(boolean sound) {
        FragmentRead read = client.get(at(), ID, 0, 0, TIMEOUT).join();
        try {
            assertThat(read.matchesChecksum()).isEqualTo(sound);
            assertThat(read.scheme()).isEqualTo(RedundancyScheme.REP_3);
            assertThat(read.segmentLength()).isEqualTo(BYTES.length);
            return ByteBufUtil.getBytes(read.payload());
        } finally {
            read.release();
        }
    }

    private static ErrorCode code(CompletableFuture<?> failed) {
        Throwable failure = failed.handle((any, thrown) -> thrown).join();
        assertThat(failure).isInstanceOf(ChameleonError.class);
        return ((ChameleonError) failure).code();
    }

    @Test
    void fragment_isStoredAndReadBack_withItsHint() {
        put(ID);
        assertThat(get(true)).isEqualTo(BYTES);
        assertThat(server.holds(WRITE)).isTrue();
        assertThat(server.count(WRITE)).isOne();
        assertThat(server.hints()).containsExactly(WriteHint.HOT);
        assertThat(server.received(MessageType.PUT_FRAGMENT)).isOne();
        assertThat(server.received(MessageType.DRAIN)).isZero();
    }

    @Test
    void partOfAFragment_endsWhereTheFragmentDoes() {
        put(ID);
        FragmentRead read = client.get(at(), ID, 7, 100, TIMEOUT).join();
        assertThat(ByteBufUtil.getBytes(read.payload())).asString().isEqualTo("bytes");
        assertThat(read.fragmentLength()).isEqualTo(BYTES.length);
        read.release();
    }

    @Test
    void fragmentThatIsNotTheOneAnnounced_isRefused() {
        assertThat(code(put(ID, BYTES, 7))).isEqualTo(ErrorCode.INVALID_REQUEST);
        byte[] shorter = {1, 2, 3};
        assertThat(code(put(ID, shorter, StoredFragment.crc32c(shorter)))).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(server.fragments()).isEmpty();
    }

    @Test
    void fragmentThatIsNotThere_isNotFound() {
        assertThat(code(client.get(at(), ID, 0, 0, TIMEOUT))).isEqualTo(ErrorCode.FRAGMENT_NOT_FOUND);
    }

    /** A retry must not replace what was stored, and repair replaces what is damaged. */
    @Test
    void wholeFragment_isNotReplaced_andADamagedOneIs() {
        put(ID);
        byte[] others = "twelve BYTES".getBytes(StandardCharsets.US_ASCII);
        put(ID, others, StoredFragment.crc32c(others)).join();
        assertThat(get(true)).isEqualTo(BYTES);
        server.corruptAll();
        put(ID, others, StoredFragment.crc32c(others)).join();
        assertThat(get(true)).isEqualTo(others);
    }

    static Stream<Named<Consumer<FakeFlashServer>>> changes() {
        return Stream.of(
                Named.of("forged", FakeFlashServer::forgeAll), Named.of("truncated", FakeFlashServer::truncateAll));
    }

    /** Only the object's own checksum can tell. */
    @ParameterizedTest
    @MethodSource("changes")
    void changedFragment_hasAChecksumThatFits(Consumer<FakeFlashServer> change) {
        put(ID);
        change.accept(server);
        assertThat(get(true)).isNotEqualTo(BYTES);
        assertThat(client.damaged(at(), TIMEOUT).join()).isEmpty();
    }

    @Test
    void corruptedFragment_isReadWithTheOldChecksum_andReported() {
        put(ID);
        server.corruptAll();
        assertThat(get(false)).isNotEqualTo(BYTES).hasSameSizeAs(BYTES);
        assertThat(client.damaged(at(), TIMEOUT).join()).containsExactly(ID);
    }

    @Test
    void agedShard_isAsShortAsTheFirstFormatHadIt() {
        server.put(ID, RedundancyScheme.EC_4_2, 10, new byte[4_096]);
        server.ageAll();
        assertThat(server.fragments().firstEntry().getValue().bytes()).hasSize(3);
        assertThat(server.fragments().firstEntry().getValue().isDamaged()).isFalse();
    }

    @Test
    void lostWrite_isGone_andOthersStay() {
        WriteId other = new WriteId(2_000L << 16, 1);
        put(ID);
        put(new FragmentId(other, 0, 0));
        server.lose(WRITE);
        assertThat(server.holds(WRITE)).isFalse();
        assertThat(server.holds(other)).isTrue();
        server.loseAll();
        assertThat(server.fragments()).isEmpty();
    }

    @Test
    void deletion_countsWhatItDeleted_andTellsOfScarceSpace() {
        put(ID);
        put(new FragmentId(WRITE, 1, 0));
        assertThat(client.delete(at(), List.of(WRITE, new WriteId(5, 5)), TIMEOUT)
                        .join())
                .isEqualTo(new Deletion(2, false));
        server.shortOfSpace(true);
        assertThat(client.delete(at(), List.of(WRITE), TIMEOUT).join()).isEqualTo(new Deletion(0, true));
    }

    @Test
    void list_isInPages_inTheOrderOfWrites_andLeavesOutTheYoung() {
        FragmentId second = new FragmentId(WRITE, 1, 0);
        FragmentId young = new FragmentId(new WriteId(2_000L << 16, 1), 0, 0);
        List.of(young, second, ID).forEach(this::put);
        FragmentPage first = client.list(at(), 0, null, 2, TIMEOUT).join();
        assertThat(first.fragments()).extracting(FragmentPage.Entry::id).containsExactly(ID, second);
        assertThat(first.more()).isTrue();
        FragmentPage rest = client.list(at(), 0, second, 2, TIMEOUT).join();
        assertThat(rest.fragments()).extracting(FragmentPage.Entry::id).containsExactly(young);
        assertThat(rest.more()).isFalse();
        assertThat(client.list(at(), 2_000, null, 9, TIMEOUT).join().fragments())
                .extracting(FragmentPage.Entry::id)
                .containsExactly(ID, second);
    }

    @Test
    void toldToFail_itFailsThoseRequestsAlone_untilItIsHealed() {
        put(ID);
        server.fail(MessageType.GET_FRAGMENT, ErrorCode.OVERLOADED);
        assertThat(code(client.get(at(), ID, 0, 0, TIMEOUT))).isEqualTo(ErrorCode.OVERLOADED);
        put(new FragmentId(WRITE, 1, 0));
        server.heal();
        assertThat(get(true)).isEqualTo(BYTES);
    }

    @Test
    void toldToHang_itNeverAnswers_andCountsWhoWaits() {
        server.hang(MessageType.WEAR_REPORT);
        CompletableFuture<WearReport> report = client.wear(at(), TIMEOUT);
        await().until(() -> server.pending() == 1);
        server.heal();
        assertThat(client.wear(at(), TIMEOUT).join().server()).isEqualTo(server.id());
        assertThat(report).isNotDone();
    }

    @Test
    void firstOrderThatFits_counts() {
        server.fail(MessageType.WEAR_REPORT, ErrorCode.OVERLOADED, any -> false);
        server.fail(MessageType.WEAR_REPORT, ErrorCode.UNAVAILABLE);
        server.fail(MessageType.WEAR_REPORT, ErrorCode.OVERLOADED);
        assertThat(code(client.wear(at(), TIMEOUT))).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void actions_runBeforeTheRequestIsCarriedOut() {
        List<Boolean> held = new ArrayList<>();
        server.before(MessageType.PUT_FRAGMENT, request -> held.add(server.holds(WRITE)));
        put(ID);
        put(new FragmentId(WRITE, 1, 0));
        assertThat(held).containsExactly(false, true);
        server.quiet();
        put(new FragmentId(WRITE, 2, 0));
        assertThat(held).hasSize(2);
    }

    @Test
    void actionBeforeTheNextRequest_runsOnce() {
        int[] times = {0};
        server.beforeNext(MessageType.PUT_FRAGMENT, () -> times[0]++);
        put(ID);
        put(new FragmentId(WRITE, 1, 0));
        assertThat(times[0]).isOne();
    }

    @Test
    void actionThatEndsLater_holdsTheRequestBack() {
        CompletableFuture<Void> later = new CompletableFuture<>();
        server.beforeNext(MessageType.PUT_FRAGMENT, any -> true, () -> later);
        CompletableFuture<Void> put = put(ID, BYTES, StoredFragment.crc32c(BYTES));
        assertThat(put).isNotDone();
        assertThat(server.holds(WRITE)).isFalse();
        later.complete(null);
        put.join();
        assertThat(server.holds(WRITE)).isTrue();
    }

    @Test
    void drainingServer_takesNoFragments() {
        server.status(ServerInfo.Status.DRAINING);
        assertThat(code(put(ID, BYTES, StoredFragment.crc32c(BYTES)))).isEqualTo(ErrorCode.DRAINING);
        server.status(ServerInfo.Status.UP);
        put(ID);
    }

    @Test
    void swappedDevices_takeContentAndIdentityWithThem() {
        FakeFlashServer other = server("s1", 2);
        server.device(new ServerIdentity(CLUSTER, DEVICE_0));
        other.device(new ServerIdentity(CLUSTER, DEVICE_1));
        put(ID);
        server.swapDeviceWith(other);
        assertThat(server.fragments()).isEmpty();
        assertThat(other.holds(WRITE)).isTrue();
        assertThat(server.info().identity().device()).isEqualTo(DEVICE_1);
        assertThat(other.info().identity().device()).isEqualTo(DEVICE_0);
    }

    @Test
    void copiedWrite_isOnBothServers() {
        FakeFlashServer other = server("s1", 2);
        put(ID);
        server.copyTo(other, WRITE);
        assertThat(other.count(WRITE)).isOne();
        assertThat(server.count(WRITE)).isOne();
    }

    @Test
    void report_isWhatItWasToldToSay() {
        server.erases(77);
        server.fill(0.25);
        WearReport report = client.wear(at(), TIMEOUT).join();
        assertThat(report.erases()).isEqualTo(77);
        assertThat(report.utilisation()).isEqualTo(0.25);
        assertThat(report.server()).isEqualTo(server.id());
    }
}
