package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server whose disk has become slow: it stores everything, only late. */
final class SlowServerTest {
    private static final byte[] BYTES = RoundTripTest.bytes(39_000);
    private static final PutOptions EC = PutOptions.DEFAULT.policy(RedundancyPolicy.EC);
    /** For so long a server that failed is asked last. */
    private static final Duration SUSPICION = Duration.ofSeconds(5);

    private static final Duration LATE = Duration.ofSeconds(3);

    private final AtomicLong nanos = new AtomicLong();
    private final FakeCluster cluster = new FakeCluster(8);
    /** Without threads of its own, so that all that others answered is known when {@link #round()} returns. */
    private final ChameleonClient client =
            cluster.builder().ticker(nanos::get).executor(Runnable::run).build();

    private final List<ServerId> servers = put();
    private final ServerId slow = servers.get(1);

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private List<ServerId> put() {
        return client.put(BUCKET, "key", BYTES, EC).used().servers();
    }

    /** The network serves one request after the other. */
    private void round() {
        client.clusterView();
    }

    /** These servers answer the next put {@code by} later than the others. */
    private List<ServerId> putWithLate(List<ServerId> late, Duration by) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        late.forEach(server -> cluster.server(server).beforeNext(MessageType.PUT_FRAGMENT, any -> true, () -> answer));
        long before = received();
        CompletableFuture<PutResult> put = client.async().put(BUCKET, "key", BYTES, EC);
        await().until(() -> received() == before + servers.size());
        round();
        nanos.addAndGet(by.toNanos());
        answer.complete(null);
        cluster.servers().forEach(FakeFlashServer::quiet);
        return put.join().used().servers();
    }

    private long received() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                .sum();
    }

    private void makeSuspect() {
        putWithLate(List.of(slow), LATE);
        putWithLate(List.of(slow), LATE);
    }

    @Test
    void serverThatIsLateAgain_getsNoWritesForAMinute_whateverItReads() {
        assertThat(putWithLate(List.of(slow), LATE)).as("once is no habit").isEqualTo(servers);
        assertThat(putWithLate(List.of(slow), LATE)).isEqualTo(servers);
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);

        assertThat(put()).doesNotContain(slow);
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(client.put(BUCKET, "other", BYTES, EC).used().servers()).doesNotContain(slow);
    }

    @Test
    void serverThatIsInTimeAgain_getsWrites() {
        makeSuspect();
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        List<ServerId> again = client.put(BUCKET, "key", BYTES, EC).used().servers();
        assertThat(again).contains(slow);

        putWithLate(List.of(slow), LATE);
        assertThat(put()).as("late once since then").contains(slow);
    }

    @Test
    void serverThatIsLateNowAndThen_keepsItsWrites() {
        for (int i = 0; i < 3; i++) {
            putWithLate(List.of(slow), LATE);
            assertThat(put()).isEqualTo(servers);
        }
    }

    /** A machine that stands still for a moment, or a slow link of the client. */
    @Test
    void nobodyIsLate_whereMostAreSlow() {
        List<ServerId> most = servers.subList(0, 4);
        putWithLate(most, LATE);
        putWithLate(most, LATE);
        assertThat(put()).isEqualTo(servers);
    }

    @Test
    void lessThanASecond_isNotLate() {
        putWithLate(List.of(slow), Duration.ofMillis(999));
        putWithLate(List.of(slow), Duration.ofMillis(999));
        assertThat(put()).isEqualTo(servers);
    }

    @Test
    void serverThatDoesNotAnswerInTime_isLate_whateverItReads() {
        AtomicInteger keys = new AtomicInteger();
        try (ChameleonClient impatient = cluster.builder()
                .ticker(nanos::get)
                .timeouts(new Timeouts(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                .build()) {
            for (int i = 0; i < 2; i++) {
                cluster.server(slow).hang(MessageType.PUT_FRAGMENT);
                await("a write that it does not answer").untilAsserted(() -> {
                    long before = cluster.server(slow).received(MessageType.PUT_FRAGMENT);
                    nanos.addAndGet(SUSPICION.toNanos());
                    impatient.put(BUCKET, "key" + keys.incrementAndGet(), BYTES, EC);
                    assertThat(cluster.server(slow).received(MessageType.PUT_FRAGMENT))
                            .isGreaterThan(before);
                });
                cluster.server(slow).heal();
                assertThat(impatient.get(BUCKET, "key")).isEqualTo(BYTES);
            }

            nanos.addAndGet(SUSPICION.toNanos());
            for (int i = 0; i < 10; i++) {
                PutResult put = impatient.put(BUCKET, "other" + i, BYTES, EC);
                assertThat(put.used().servers()).doesNotContain(slow);
            }
        }
    }

    /** As where packets to it are dropped, or its address is another's now. */
    @Test
    void serverThatCannotBeReached_isLate_ifThatTakesASecondToLearn() {
        List<String> keys = keysOfSlow(3);

        putUnreached(keys.get(0), Duration.ofSeconds(1));
        nanos.addAndGet(SUSPICION.toNanos());
        putUnreached(keys.get(1), Duration.ofSeconds(1));
        nanos.addAndGet(SUSPICION.toNanos());

        assertThat(client.put(BUCKET, keys.get(2), BYTES, EC).used().servers()).doesNotContain(slow);
    }

    @Test
    void serverThatRefusesConnections_getsWritesAgainSoon() {
        List<String> keys = keysOfSlow(3);

        putUnreached(keys.get(0), Duration.ofMillis(1));
        nanos.addAndGet(SUSPICION.toNanos());
        putUnreached(keys.get(1), Duration.ofMillis(1));
        nanos.addAndGet(SUSPICION.toNanos());

        assertThat(client.put(BUCKET, keys.get(2), BYTES, EC).used().servers()).contains(slow);
    }

    private List<String> keysOfSlow(int count) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "key" + i)
                .filter(key ->
                        client.put(BUCKET, key, BYTES, EC).used().servers().contains(slow))
                .limit(count)
                .toList();
    }

    /** The attempt to reach the server fails after a while. */
    private void putUnreached(String key, Duration after) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        cluster.server(slow).beforeNext(MessageType.PUT_FRAGMENT, any -> true, () -> reached);
        long before = received();
        CompletableFuture<PutResult> put = client.async().put(BUCKET, key, BYTES, EC);
        await().until(() -> received() == before + servers.size());
        round();
        nanos.addAndGet(after.toNanos());
        reached.completeExceptionally(new ChameleonError(ErrorCode.UNAVAILABLE, "no connection"));
        cluster.servers().forEach(FakeFlashServer::quiet);
        assertThat(put.join().used().servers()).doesNotContain(slow);
    }
}
