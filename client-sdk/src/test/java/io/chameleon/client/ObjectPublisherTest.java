package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.fake.Collector;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.GetFragmentRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A publisher gives a correct beginning of one version, and then its end or one failure. */
@Timeout(300)
final class ObjectPublisherTest {
    private static final int SEGMENT = 20_000;
    private static final int CHUNK = 2 * SEGMENT;
    /** Chunked. */
    private static final byte[] BYTES = RoundTripTest.bytes(3 * SEGMENT + 100);

    private static final byte[] SMALL = RoundTripTest.bytes(CHUNK);
    private static final PutOptions EC = PutOptions.DEFAULT.policy(RedundancyPolicy.EC);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();
    private final AsyncChameleonClient async = client.async();
    /** For what ends only with its time. On a busy machine this may be over too early, and it is asked again. */
    private final ChameleonClient hasty = cluster.builder()
            .timeouts(new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(2)))
            .build();

    @BeforeEach
    void put() {
        try (ChameleonClient writer =
                cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build()) {
            writer.put(BUCKET, "key", BYTES, EC);
            writer.put(BUCKET, "small", SMALL, EC);
            writer.put(BUCKET, "empty", new byte[0], EC);
        }
    }

    @AfterEach
    void close() {
        client.close();
        hasty.close();
        cluster.close();
    }

    private static byte[] bytes(CompletableFuture<ObjectPublisher> read, Collector subscriber) throws Exception {
        ObjectPublisher publisher = read.get();
        publisher.subscribe(subscriber);
        byte[] bytes = subscriber.all().get();
        assertThat((long) bytes.length).isEqualTo(publisher.length());
        return bytes;
    }

    @Test
    void everyRange_ofTheObjectAndOfItsVersion_isGiven_howeverItIsAskedFor() throws Exception {
        for (String key : List.of("key", "small")) {
            byte[] all = key.equals("key") ? BYTES : SMALL;
            ObjectInfo info = client.head(BUCKET, key);
            for (long[] range : new long[][] {
                {0, Long.MAX_VALUE},
                {0, all.length},
                {0, 0},
                {all.length, 5},
                {all.length, 0},
                {7, 11},
                {SEGMENT - 1, 2},
                {SEGMENT, SEGMENT},
                {1, all.length - 2}
            }) {
                long offset = range[0];
                long length = range[1];
                int end = (int) (offset + Math.min(length, all.length - offset));
                byte[] expected = Arrays.copyOfRange(all, (int) offset, end);

                assertThat(bytes(async.read(BUCKET, key, offset, length), Collector.eager()))
                        .isEqualTo(expected);
                assertThat(bytes(async.readVersion(info, offset, length), Collector.stepwise()))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void emptyObject_completesWithoutDemand() throws Exception {
        ObjectInfo info = client.head(BUCKET, "empty");

        assertThat(bytes(async.read(BUCKET, "empty", 0, Long.MAX_VALUE), Collector.patient()))
                .isEmpty();
        assertThat(bytes(async.readVersion(info, 0, 10), Collector.patient())).isEmpty();
    }

    @Test
    void whatIsWrongBeforeTheFirstByte_failsTheFuture() {
        ObjectInfo info = client.head(BUCKET, "key");

        assertFails(async.read(BUCKET, "none", 0, 1), ObjectNotFoundException.class);
        assertFails(async.read(BUCKET, "key", BYTES.length + 1, 1), InvalidRequestException.class);
        assertFails(async.readVersion(info, BYTES.length + 1, 1), InvalidRequestException.class);
        cluster.servers().forEach(server -> server.fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE));
        await().untilAsserted(
                        () -> assertFails(hasty.async().read(BUCKET, "key", 0, 1), DataUnavailableException.class));
    }

    private static void assertFails(CompletableFuture<?> answer, Class<? extends ChameleonException> with) {
        assertThatThrownBy(answer::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(with);
    }

    @Test
    void info_isOfTheVersionWhoseBytesFollow_thoughItIsOverwritten() throws Exception {
        ObjectPublisher publisher =
                async.read(BUCKET, "small", 0, Long.MAX_VALUE).get();
        client.put(BUCKET, "small", new byte[5], EC);
        Collector subscriber = Collector.eager();

        publisher.subscribe(subscriber);

        assertThat(publisher.info().size()).isEqualTo(SMALL.length);
        assertThat(subscriber.all().get()).isEqualTo(SMALL);
    }

    @Test
    void subscriber_getsNoMoreThanItAskedFor_andLittleIsReadAhead() throws Exception {
        // No fragment is asked for twice because its answer takes a while.
        try (ChameleonClient unhurried = cluster.builder()
                .timeouts(FakeCluster.UNHURRIED)
                .hedgeAfter(FakeCluster.UNHURRIED.request())
                .build()) {
            Collector subscriber = Collector.patient();
            unhurried.async().read(BUCKET, "key", 0, Long.MAX_VALUE).get().subscribe(subscriber);

            subscriber.subscription().request(2);
            await().until(() -> subscriber.buffers() == 2);

            assertThat(subscriber.soFar()).isEqualTo(Arrays.copyOf(BYTES, 2 * SEGMENT));
            assertThat(segmentsAskedFor()).isLessThanOrEqualTo(3);
            subscriber.subscription().request(1);
            await().until(() -> subscriber.buffers() == 3);
            assertThat(subscriber.all()).isNotDone();
            subscriber.subscription().request(1);
            assertThat(subscriber.all().get()).as("the end needs no demand").isEqualTo(BYTES);
        }
    }

    /** Of four shards each. */
    private long segmentsAskedFor() {
        return cluster.servers().stream()
                        .mapToLong(server -> server.received(MessageType.GET_FRAGMENT))
                        .sum()
                / 4;
    }

    @Test
    void cancel_andClose_releaseWhatIsInFlight_andNothingIsSignalledAnyMore() throws Exception {
        cluster.servers()
                .forEach(server -> server.hang(
                        MessageType.GET_FRAGMENT,
                        request ->
                                request.header(GetFragmentRequest.class).getId().getSegment() > 0));
        try (ChameleonClient unhurried =
                cluster.builder().timeouts(FakeCluster.UNHURRIED).build()) {
            Collector subscriber = Collector.eager();
            ObjectPublisher publisher =
                    unhurried.async().read(BUCKET, "small", 0, Long.MAX_VALUE).get();
            publisher.subscribe(subscriber);
            await().until(() -> subscriber.buffers() == 1 && pending() > 0);

            subscriber.subscription().cancel();
            await().until(() -> pending() == 0);
            assertThat(subscriber.all()).isNotDone();

            ObjectPublisher unread =
                    unhurried.async().read(BUCKET, "small", 0, Long.MAX_VALUE).get();
            await().until(() -> pending() > 0);
            unread.close();
            await().until(() -> pending() == 0);
        }
    }

    private static ObjectPublisher begun(Supplier<CompletableFuture<ObjectPublisher>> read) {
        return await().ignoreExceptions().until(() -> read.get().get(), Objects::nonNull);
    }

    /** The bytes that a forgotten one holds are the network's, and nothing else gives them back. */
    @Test
    void publisher_thatNobodySubscribesTo_givesItsMemoryBack_andSaysSoToALateSubscriber() throws Exception {
        List<ObjectPublisher> forgotten = new ArrayList<>();
        for (String key : List.of("small", "key", "small")) {
            forgotten.add(begun(() -> hasty.async().read(BUCKET, key, 0, Long.MAX_VALUE)));
        }
        ObjectInfo small = client.head(BUCKET, "small");
        forgotten.add(begun(() -> hasty.async().readVersion(small, 0, Long.MAX_VALUE)));

        await().atMost(Duration.ofMinutes(2)).until(() -> cluster.held() == 0);

        for (ObjectPublisher publisher : forgotten) {
            Collector late = Collector.eager();
            publisher.subscribe(late);
            assertFails(late.all(), DeadlineExceededException.class);
            assertThat(late.soFar()).isEmpty();
        }
    }

    private long pending() {
        return cluster.servers().stream().mapToLong(FakeFlashServer::pending).sum();
    }

    @Test
    void closedClient_endsTheSubscription() throws Exception {
        cluster.servers()
                .forEach(server -> server.hang(
                        MessageType.GET_FRAGMENT,
                        request ->
                                request.header(GetFragmentRequest.class).getId().getSegment() > 0));
        Collector subscriber = Collector.eager();
        try (ChameleonClient unhurried =
                cluster.builder().timeouts(FakeCluster.UNHURRIED).build()) {
            unhurried.async().read(BUCKET, "small", 0, Long.MAX_VALUE).get().subscribe(subscriber);
        }

        assertFails(subscriber.all(), OperationCancelledException.class);
    }

    @Test
    void version_thatIsGone_isAnObjectChangedException_beforeAndAfterTheFirstByte() throws Exception {
        for (String key : List.of("key", "small")) {
            ObjectInfo info = client.head(BUCKET, key);
            Collector subscriber = Collector.patient();
            async.readVersion(info, 0, Long.MAX_VALUE).get().subscribe(subscriber);
            client.put(BUCKET, key, SMALL, EC);
            cluster.reap();

            assertFails(async.readVersion(info, 0, Long.MAX_VALUE), ObjectChangedException.class);
            subscriber.subscription().request(Long.MAX_VALUE);
            assertThat(bytes(async.readVersion(client.head(BUCKET, key), 0, Long.MAX_VALUE), Collector.eager()))
                    .isEqualTo(SMALL);
            client.delete(BUCKET, key);
            cluster.reap();
            assertFails(async.readVersion(info, 0, Long.MAX_VALUE), ObjectChangedException.class);
        }
    }

    @Test
    void versionThatIsOverwrittenWhileItIsRead_failsTheSubscriber() throws Exception {
        Collector subscriber = Collector.patient();
        async.read(BUCKET, "key", 0, Long.MAX_VALUE).get().subscribe(subscriber);
        client.put(BUCKET, "key", SMALL, EC);
        cluster.reap();

        subscriber.subscription().request(Long.MAX_VALUE);

        assertFails(subscriber.all(), ObjectChangedException.class);
        assertThat(subscriber.soFar()).isEqualTo(Arrays.copyOf(BYTES, subscriber.soFar().length));
    }

    /** In an intermediate state the version is where the object came from. */
    @Test
    void version_ofAnObjectWithAPendingTransition_isRead() throws Exception {
        Placement destination = new Placement(
                RedundancyScheme.REP_3, List.of(new ServerId("s0"), new ServerId("s1"), new ServerId("s2")));
        cluster.remap("small", RedundancyEvent.UPGRADE, destination);

        assertThat(bytes(async.readVersion(client.head(BUCKET, "small"), 0, Long.MAX_VALUE), Collector.eager()))
                .isEqualTo(SMALL);
    }

    @Test
    void wrongChecksumOfTheWhole_isAnErrorInPlaceOfTheCompletion() throws Exception {
        cluster.servers().forEach(FakeFlashServer::forgeAll);
        Collector subscriber = Collector.eager();

        async.read(BUCKET, "small", 0, Long.MAX_VALUE).get().subscribe(subscriber);

        assertFails(subscriber.all(), DataUnavailableException.class);
        assertThat(subscriber.soFar()).hasSize(SMALL.length);
    }

    @Test
    void subscriber_thatBreaksTheRules_isTold() throws Exception {
        ObjectPublisher publisher = async.read(BUCKET, "key", 0, Long.MAX_VALUE).get();
        Collector first = Collector.patient();
        Collector second = Collector.eager();
        publisher.subscribe(first);
        publisher.subscribe(second);

        assertThatThrownBy(() -> second.all().get()).hasCauseInstanceOf(IllegalStateException.class);
        first.subscription().request(0);
        assertThatThrownBy(() -> first.all().get()).hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lentBytes_areTheSame_ofEveryRange() throws Exception {
        for (long[] range :
                new long[][] {{0, Long.MAX_VALUE}, {7, 11}, {SEGMENT - 1, 2}, {1, BYTES.length - 2}, {0, 0}}) {
            int offset = (int) range[0];
            int end = (int) Math.min(BYTES.length, range[0] + Math.min(range[1], BYTES.length));
            Borrower borrower = new Borrower();

            async.read(BUCKET, "key", range[0], range[1]).get().lent().subscribe(borrower);

            assertThat(borrower.all().get()).isEqualTo(Arrays.copyOfRange(BYTES, offset, end));
        }
    }

    @Test
    void lentBytes_stayReadable_afterTheReadWasCancelled_untilTheyAreClosed() throws Exception {
        Borrower borrower = new Borrower();
        async.read(BUCKET, "small", 0, Long.MAX_VALUE).get().lent().subscribe(borrower.keepingTheFirst());
        LentBytes first = borrower.first().get();

        client.close();

        assertThat(first.length()).isEqualTo(SEGMENT);
        ByteBuffer all = ByteBuffer.allocate(SEGMENT);
        first.buffers().forEach(all::put);
        assertThat(all.array()).isEqualTo(Arrays.copyOf(SMALL, SEGMENT));
        first.close();
        first.close();
    }

    @Test
    void lentBytes_ofAnObjectWithLostServers_areDecoded() throws Exception {
        for (ServerId lost : cluster.row("small").live().servers().subList(0, 2)) {
            cluster.server(lost).fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE);
        }
        Borrower borrower = new Borrower();

        async.read(BUCKET, "small", 0, Long.MAX_VALUE).get().lent().subscribe(borrower);

        assertThat(borrower.all().get()).isEqualTo(SMALL);
    }

    /** What is lent counts against the memory of reads, so without giving back there is no reading far ahead. */
    @Test
    void lentBytes_thatAreGivenBack_makeRoomForMore() throws Exception {
        try (ChameleonClient narrow = cluster.builder().readMemory(SEGMENT).build()) {
            for (int i = 0; i < 10; i++) {
                Borrower borrower = new Borrower();

                narrow.async()
                        .read(BUCKET, "key", 0, Long.MAX_VALUE)
                        .get()
                        .lent()
                        .subscribe(borrower);

                assertThat(borrower.all().get()).isEqualTo(BYTES);
            }
        }
    }

    /** From one store to another, or to the same, without a thread that waits. */
    @Test
    void publisher_feedsAWrite() {
        PutResult copied = async.read(BUCKET, "key", 0, Long.MAX_VALUE)
                .thenCompose(read -> async.put(BUCKET, "copy", ObjectSource.of(read, read.length()), EC))
                .join();

        assertThat(copied.size()).isEqualTo(BYTES.length);
        assertThat(client.get(BUCKET, "copy")).isEqualTo(BYTES);
    }
}
