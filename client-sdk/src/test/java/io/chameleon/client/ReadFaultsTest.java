package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.GetFragmentRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
final class ReadFaultsTest {
    private static final byte[] BYTES = RoundTripTest.bytes(70_000);

    private final FakeCluster cluster = new FakeCluster(8);
    /** Four segments an object; the last one fills three of its four data shards. */
    private final ChameleonClient client = cluster.builder()
            .segmentBytes(20_000)
            .hedgeAfter(Duration.ofMillis(10))
            .timeouts(FakeCluster.UNHURRIED)
            .build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private List<ServerId> put(RedundancyPolicy policy) {
        return client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(policy))
                .used()
                .servers();
    }

    /** On a busy machine its time may be over before it knows what is wrong, and it is asked again. */
    private ChameleonClient hasty() {
        return cluster.builder()
                .timeouts(new Timeouts(Duration.ofMillis(100), Duration.ofMillis(600)))
                .build();
    }

    @Test
    void twoOfSixServersStopped_objectIsReadByteForByte() {
        List<ServerId> servers = put(RedundancyPolicy.EC);
        for (int first = 0; first < 6; first++) {
            for (int second = first + 1; second < 6; second++) {
                cluster.stop(servers.get(first));
                cluster.stop(servers.get(second));
                try (ChameleonClient fresh = cluster.client()) {
                    assertThat(fresh.get(BUCKET, "key"))
                            .as("servers %d and %d stopped", first, second)
                            .isEqualTo(BYTES);
                }
                cluster.start(servers.get(first));
                cluster.start(servers.get(second));
            }
        }
    }

    @Test
    void threeOfSixServersStopped_errorNamesThem() {
        List<ServerId> servers = put(RedundancyPolicy.EC);
        List<ServerId> stopped = List.of(servers.get(0), servers.get(2), servers.get(5));
        stopped.forEach(cluster::stop);
        try (ChameleonClient hasty = hasty()) {
            await().untilAsserted(() -> assertThatThrownBy(() -> hasty.get(BUCKET, "key"))
                    .isInstanceOf(DataUnavailableException.class)
                    .hasMessageContaining("object photos/key, segment 0: 3 of the 4 fragments needed under EC(4+2)")
                    .hasMessageContaining(stopped.get(0) + " UNAVAILABLE")
                    .hasMessageContaining(stopped.get(1) + " UNAVAILABLE")
                    .hasMessageContaining(stopped.get(2) + " UNAVAILABLE")
                    .satisfies(e ->
                            assertThat(((DataUnavailableException) e).advice()).contains("Bring the servers")));
        }
    }

    @Test
    void threeOfSixServersHanging_isAnErrorWithinTheDeadline() {
        List<ServerId> servers = put(RedundancyPolicy.EC);
        servers.subList(1, 4).forEach(id -> cluster.server(id).hang(MessageType.GET_FRAGMENT));
        try (ChameleonClient hasty = hasty()) {
            await().untilAsserted(() -> assertThatThrownBy(() -> hasty.get(BUCKET, "key"))
                    .isInstanceOf(DataUnavailableException.class)
                    .hasMessageContaining(servers.get(1) + " DEADLINE_EXCEEDED"));
        }
    }

    @Test
    void serversThatComeBackSoon_areWaitedFor() {
        List<ServerId> servers = put(RedundancyPolicy.EC);
        servers.subList(0, 3).forEach(cluster::stop);
        // The first lookup finds the object, the second asks why its fragments are missing.
        cluster.metadata().afterNext(MessageType.LOOKUP, () -> {
            cluster.metadata().afterNext(MessageType.LOOKUP, () -> {
                servers.subList(0, 3).forEach(cluster::start);
                return CompletableFuture.completedFuture(null);
            });
            return CompletableFuture.completedFuture(null);
        });

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void serversOverloadedForAMoment_areWaitedFor() {
        put(RedundancyPolicy.EC);
        AtomicInteger refusals = new AtomicInteger(30);
        cluster.servers()
                .forEach(server -> server.fail(
                        MessageType.GET_FRAGMENT, ErrorCode.OVERLOADED, any -> refusals.getAndDecrement() > 0));

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void corruptFragments_areReadAroundAndReportedOnce(RedundancyPolicy policy) {
        List<ServerId> servers = put(policy);
        cluster.server(servers.get(1)).corruptAll();
        cluster.server(servers.get(2)).corruptAll();

        await().untilAsserted(() -> {
            // REP asks one replica drawn at random, so it may take a few reads to meet the bad ones.
            assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
            assertThat(cluster.metadata().damage().stream().flatMap(damage -> damage.missing().stream()))
                    .containsExactlyInAnyOrder(1, 2);
        });
        client.get(BUCKET, "key");
        client.head(BUCKET, "key");

        assertThat(cluster.metadata().damage())
                .extracting(Damage::writeId)
                .containsOnly(cluster.row("key").writeId());
        assertThat(cluster.metadata().damage().stream().flatMap(damage -> damage.missing().stream()))
                .containsExactlyInAnyOrder(1, 2);
        assertThat(cluster.row("key").degraded()).isTrue();
    }

    /** The place of a fragment in the image can get other bytes while it is sent from there. */
    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void fragmentsSentUnread_thatAreNotWhatWasStored_areAskedForAgain_andAreNoDamage(RedundancyPolicy policy) {
        put(policy);
        AtomicInteger unread = new AtomicInteger();
        for (FakeFlashServer server : cluster.servers()) {
            AtomicBoolean flipped = new AtomicBoolean();
            server.before(MessageType.GET_FRAGMENT, request -> {
                boolean unchecked = request.header(GetFragmentRequest.class).getUnchecked();
                if (flipped.getAndSet(unchecked) != unchecked) {
                    server.corruptAll();
                }
                unread.addAndGet(unchecked ? 1 : 0);
            });
        }

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(unread.get()).isPositive();
        assertThat(cluster.metadata().damage()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void truncatedFragments_areReadAround(RedundancyPolicy policy) {
        List<ServerId> servers = put(policy);
        cluster.server(servers.get(0)).truncateAll();
        cluster.server(servers.get(1)).truncateAll();

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(client.getRange(BUCKET, "key", 700, 60)).isEqualTo(Arrays.copyOfRange(BYTES, 700, 760));
    }

    @Test
    void lostFragments_areReadAroundAndReported() {
        List<ServerId> servers = put(RedundancyPolicy.EC);
        cluster.server(servers.get(3)).loseAll();

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        await().untilAsserted(() -> assertThat(cluster.metadata().damage())
                .containsExactly(
                        new Damage(cluster.row("key").id(), cluster.row("key").writeId(), List.of(3))));
    }

    @Test
    void forgedFragments_withChecksumsOfTheirOwn_areNotDelivered() throws IOException {
        put(RedundancyPolicy.EC);
        cluster.servers().forEach(FakeFlashServer::forgeAll);

        assertThatThrownBy(() -> client.get(BUCKET, "key"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage("object photos/key: checksum mismatch of the whole object");
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            assertThat(stream.readNBytes(BYTES.length)).hasSize(BYTES.length);
            assertThatThrownBy(stream::read).isInstanceOf(DataUnavailableException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void serverThatHangs_isHedged(RedundancyPolicy policy) {
        List<ServerId> servers = put(policy);
        cluster.server(servers.get(0)).hang(MessageType.GET_FRAGMENT);
        cluster.server(servers.get(1)).hang(MessageType.GET_FRAGMENT);

        // Without hedging each segment would take the request timeout, and the hanging servers would become suspects.
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(client.getRange(BUCKET, "key", 700, 60)).isEqualTo(Arrays.copyOfRange(BYTES, 700, 760));
        await("losers cancelled").until(() -> cluster.server(servers.get(0)).pending() == 0);
    }

    @Test
    void objectOfAPage_isReadFromItsFirstShardAlone() {
        List<ServerId> servers = client.put(
                        BUCKET, "page", RoundTripTest.bytes(4096), PutOptions.DEFAULT.policy(RedundancyPolicy.EC))
                .used()
                .servers();
        try (ChameleonClient patient =
                cluster.builder().hedgeAfter(Duration.ofHours(1)).build()) {
            assertThat(patient.get(BUCKET, "page")).isEqualTo(RoundTripTest.bytes(4096));
        }

        assertThat(servers.stream().map(id -> cluster.server(id).received(MessageType.GET_FRAGMENT)))
                .containsExactly(1L, 0L, 0L, 0L, 0L, 0L);
    }

    /** Padding is stored on no server, and the object can still lose any two. */
    @ParameterizedTest
    @CsvSource({"1, 3", "4096, 3", "4097, 4", "12288, 5", "12289, 6"})
    void objectOfAFewPages_isOnAsManyServersAsItNeeds_andCanLoseAnyTwo(int size, int stored) {
        byte[] bytes = RoundTripTest.bytes(size);
        PutResult written = client.put(BUCKET, "short", bytes, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));

        assertThat(written.degraded()).isFalse();
        assertThat(cluster.fragments()).isEqualTo(stored);
        List<ServerId> servers = written.used().servers();
        for (int one = 0; one < servers.size(); one++) {
            for (int two = 0; two < one; two++) {
                List<ServerId> gone = List.of(servers.get(one), servers.get(two));
                gone.forEach(cluster::stop);
                assertThat(client.get(BUCKET, "short")).as("without %s", gone).isEqualTo(bytes);
                assertThat(client.verify(BUCKET, "short").isReadable()).isTrue();
                gone.forEach(cluster::start);
            }
        }
    }

    @Test
    void objectOfAPage_whoseFirstShardIsCorrupt_isRebuiltAndReported() {
        List<ServerId> servers = client.put(
                        BUCKET, "page", RoundTripTest.bytes(4096), PutOptions.DEFAULT.policy(RedundancyPolicy.EC))
                .used()
                .servers();
        cluster.server(servers.get(0)).corruptAll();

        assertThat(client.get(BUCKET, "page")).isEqualTo(RoundTripTest.bytes(4096));
        await().untilAsserted(() -> assertThat(cluster.metadata().damage())
                .containsExactly(
                        new Damage(cluster.row("page").id(), cluster.row("page").writeId(), List.of(0))));
    }

    @Test
    void object_thatIsNotThere_isNotFound() {
        assertThatThrownBy(() -> client.get(BUCKET, "nothing"))
                .isInstanceOf(ObjectNotFoundException.class)
                .hasMessage("no object photos/nothing");
        assertThatThrownBy(() -> client.head(BUCKET, "nothing")).isInstanceOf(ObjectNotFoundException.class);
        assertThatThrownBy(() -> client.open(BUCKET, "nothing")).isInstanceOf(ObjectNotFoundException.class);
    }

    @Test
    void metadataServiceThatHangs_isAnErrorAfterTheDeadline() {
        cluster.metadata().hang(MessageType.LOOKUP);
        try (ChameleonClient hasty = hasty()) {
            assertThatThrownBy(() -> hasty.get(BUCKET, "key")).isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(() -> hasty.put(BUCKET, "key", BYTES)).isInstanceOf(DeadlineExceededException.class);
        }
    }

    @Test
    void cancelledRead_cancelsItsRequests() {
        put(RedundancyPolicy.EC);
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT));

        CompletableFuture<byte[]> read = client.async().get(BUCKET, "key");
        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() > 0);
        read.cancel(true);

        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() == 0);
    }

    @Test
    void cancelledWrite_cancelsItsRequestsAndCommitsNothing() {
        cluster.servers().forEach(server -> server.hang(MessageType.PUT_FRAGMENT));

        CompletableFuture<PutResult> write = client.async().put(BUCKET, "key", BYTES, PutOptions.DEFAULT);
        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() == 6);
        write.cancel(true);

        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() == 0);
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    @Test
    void interruptedCaller_getsItsInterruptBack() throws InterruptedException {
        put(RedundancyPolicy.EC);
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                client.get(BUCKET, "key");
            } catch (RuntimeException e) {
                thrown.set(Thread.currentThread().isInterrupted() ? e : null);
            }
        });

        caller.start();
        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() > 0);
        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(OperationCancelledException.class);
        await().until(() ->
                cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum() == 0);
    }

    @Test
    void closedClient_cancelsWhatIsUnderWayAndTakesNothingMore() {
        put(RedundancyPolicy.EC);
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT));
        ChameleonClient closing = cluster.client();
        CompletableFuture<byte[]> read = closing.async().get(BUCKET, "key");

        closing.close();

        assertThatThrownBy(read::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(OperationCancelledException.class);
        assertThatThrownBy(() -> closing.get(BUCKET, "key"))
                .isInstanceOf(OperationCancelledException.class)
                .hasMessage("the client is closed");
    }

    @Test
    void streamNotConsumed_fetchesNoMoreThanItsWindow() throws IOException {
        byte[] large = RoundTripTest.bytes(60_000);
        client.put(BUCKET, "large", large, PutOptions.DEFAULT.policy(RedundancyPolicy.REP));
        try (ChameleonClient patient =
                        cluster.builder().hedgeAfter(Duration.ofHours(1)).build();
                ObjectStream stream = patient.open(BUCKET, "large")) {
            assertThat(stream.read()).isEqualTo(large[0] & 0xFF);

            assertThat(stream.readNBytes(3_000)).hasSize(3_000);
            assertThat(cluster.servers().stream()
                            .mapToLong(server -> server.received(MessageType.GET_FRAGMENT))
                            .sum())
                    .isLessThanOrEqualTo(3);
        }
    }
}
