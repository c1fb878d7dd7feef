package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.QuotaExceededException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.fake.GivenPublisher;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects written from a publisher, and what is known of them only at the end. */
@Timeout(300)
final class PublisherSourceTest {
    private static final int SEGMENT = 16_000;
    private static final int CHUNK = 4 * SEGMENT;
    private static final byte[] BYTES = RoundTripTest.bytes(3 * SEGMENT);
    private static final byte[] LARGE = RoundTripTest.bytes(2 * CHUNK);
    private static final PutOptions OPTIONS =
            PutOptions.DEFAULT.contentType("a/b").userMetadata(Map.of("kept", "yes", "etag", "old"));

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(CHUNK).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                        0,
                        1,
                        SEGMENT - 1,
                        SEGMENT,
                        SEGMENT + 1,
                        3 * SEGMENT,
                        CHUNK,
                        CHUNK + 1,
                        2 * CHUNK,
                        2 * CHUNK + 7)
                .flatMap(size -> Stream.of(1_000, SEGMENT, 3 * SEGMENT + 5).map(piece -> Arguments.of(size, piece)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void bytesOfAPublisher_comeBack_andTheLastSegmentIsKnownWhenItIsSent(int size, int piece) {
        byte[] bytes = RoundTripTest.bytes(size);

        client.put(BUCKET, "unknown", ObjectSource.of(GivenPublisher.of(bytes, piece)), PutOptions.DEFAULT);
        client.put(BUCKET, "known", ObjectSource.of(GivenPublisher.of(bytes, piece), size), PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "unknown")).isEqualTo(bytes);
        assertThat(client.get(BUCKET, "known")).isEqualTo(bytes);
        if (size <= CHUNK) {
            assertThat(manifestsSentAlone()).isZero();
        }
    }

    private long manifestsSentAlone() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_MANIFEST))
                .sum();
    }

    @Test
    void publisherOnItsOwnThreads_isRead() throws Exception {
        try (SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>()) {
            CompletableFuture<PutResult> write =
                    client.async().put(BUCKET, "key", ObjectSource.of(publisher), PutOptions.DEFAULT);
            await().until(publisher::hasSubscribers);
            for (int from = 0; from < LARGE.length; from += 700) {
                publisher.submit(ByteBuffer.wrap(LARGE, from, Math.min(700, LARGE.length - from)));
            }
            publisher.close();

            assertThat(write.get().size()).isEqualTo(LARGE.length);
        }
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
    }

    @ParameterizedTest
    @ValueSource(ints = {3 * SEGMENT - 1_001, 3 * SEGMENT + 1, 1, 0, 10 * SEGMENT})
    void wrongLength_failsTheWrite_andLeavesNothing(int announced) {
        GivenPublisher publisher = GivenPublisher.of(BYTES, 1_000);

        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(publisher, announced), PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("bytes given, expected the announced " + announced);

        assertThat(publisher.isCancelled()).isEqualTo(announced < BYTES.length);
        assertNothingWasCommitted();
    }

    private void assertNothingWasCommitted() {
        assertThat(client.exists(BUCKET, "key")).isFalse();
        cluster.reap();
        await("fragments discarded")
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("checksum of the body"),
                new UncheckedIOException(new IOException("reset")),
                new QuotaExceededException(ErrorCode.QUOTA_EXCEEDED, "another store is full", null));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureOfThePublisher_evenAfterItsLastByte_failsTheWriteAsItIs(Throwable failure) {
        for (byte[] bytes : new byte[][] {BYTES, new byte[0], LARGE}) {
            ObjectSource source = ObjectSource.of(GivenPublisher.failing(bytes, 1_000, failure), bytes.length);

            assertThat(catchThrowable(() -> client.put(BUCKET, "key", source, PutOptions.DEFAULT)))
                    .isSameAs(failure);
            assertNothingWasCommitted();
        }
    }

    @Test
    void checkedFailureOfThePublisher_isShownAsOneOfReading() {
        IOException failure = new IOException("reset by peer");

        assertThatThrownBy(() -> client.put(
                        BUCKET,
                        "key",
                        ObjectSource.of(GivenPublisher.failing(BYTES, 1_000, failure)),
                        PutOptions.DEFAULT))
                .isInstanceOf(UncheckedIOException.class)
                .hasCause(failure);
    }

    @Test
    void cancelledWrite_cancelsTheSubscription_andCommitsNothing() {
        GivenPublisher publisher = GivenPublisher.stoppingAt(BYTES, 1_000, SEGMENT + 500);
        CompletableFuture<PutResult> write =
                client.async().put(BUCKET, "key", ObjectSource.of(publisher), PutOptions.DEFAULT);
        publisher.awaitStop();

        write.cancel(true);

        await().until(publisher::isCancelled);
        assertNothingWasCommitted();
    }

    @Test
    void writeThatCannotGoOn_asksForNoMoreThanTwoSegments() {
        cluster.servers().forEach(server -> server.hang(MessageType.PUT_FRAGMENT));
        GivenPublisher publisher = GivenPublisher.of(LARGE, 1_000);
        CompletableFuture<PutResult> write = client.with(CallOptions.DEFAULT.timeouts(FakeCluster.UNHURRIED))
                .async()
                .put(BUCKET, "key", ObjectSource.of(publisher), PutOptions.DEFAULT);
        await().until(() -> cluster.servers().stream().allMatch(server -> server.pending() > 0));

        assertThat(publisher.asked()).isLessThanOrEqualTo(2 * SEGMENT / 1_000 + 1);
        write.cancel(true);
        await().until(publisher::isCancelled);
    }

    /** What a server or the metadata service refuses is sent again from memory. */
    @Test
    void requestsThatAreRepeated_doNotSubscribeAgain() {
        AtomicInteger subscriptions = new AtomicInteger();
        Flow.Publisher<ByteBuffer> counted = subscriber -> {
            subscriptions.incrementAndGet();
            GivenPublisher.of(LARGE, 1_000).subscribe(subscriber);
        };
        cluster.metadata().refuse(MessageType.COMMIT, 2);
        cluster.servers().forEach(server -> {
            AtomicInteger failures = new AtomicInteger(1);
            server.fail(MessageType.PUT_FRAGMENT, ErrorCode.OVERLOADED, request -> failures.getAndDecrement() > 0);
        });

        client.put(BUCKET, "key", ObjectSource.of(counted), PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void publisherOfOneReader_givenToASecondWrite_failsThatClearly() {
        client.put(BUCKET, "key", BYTES);
        ObjectPublisher once =
                client.async().read(BUCKET, "key", 0, Long.MAX_VALUE).join();
        client.put(BUCKET, "copy", ObjectSource.of(once), PutOptions.DEFAULT);

        assertThatThrownBy(() -> client.put(BUCKET, "again", ObjectSource.of(once), PutOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("have a subscriber already");
        assertThat(client.get(BUCKET, "copy")).isEqualTo(BYTES);
        assertThat(client.exists(BUCKET, "again")).isFalse();
    }

    @Test
    void writeThatFailsBeforeItsFirstByte_doesNotSubscribe() {
        cluster.metadata()
                .fail(MessageType.CHECK_ROOM, new ChameleonError(ErrorCode.QUOTA_EXCEEDED, "told to be full"));
        GivenPublisher publisher = GivenPublisher.of(BYTES, 1_000);

        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(publisher, 2 << 20), PutOptions.DEFAULT))
                .isInstanceOf(QuotaExceededException.class);

        assertThat(publisher.isSubscribed()).isFalse();
    }

    @Test
    void publisherThatGivesUnasked_failsTheWrite() {
        Flow.Publisher<ByteBuffer> flood = subscriber -> {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    subscriber.onNext(ByteBuffer.wrap(BYTES));
                    subscriber.onNext(ByteBuffer.wrap(BYTES));
                }

                @Override
                public void cancel() {}
            });
        };

        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(flood), PutOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not asked for");
    }

    /** A subscription that is asked for bytes does this. */
    private static Flow.Publisher<ByteBuffer> asked(Consumer<Flow.Subscriber<? super ByteBuffer>> answer) {
        return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                answer.accept(subscriber);
            }

            @Override
            public void cancel() {}
        });
    }

    private static Flow.Publisher<ByteBuffer> unchecked(Consumer<Flow.Subscriber<? super ByteBuffer>> answer) {
        return asked(subscriber -> assertThatThrownBy(() -> answer.accept(subscriber))
                .as("the rules of Flow")
                .isInstanceOf(NullPointerException.class));
    }

    @SuppressWarnings("NullAway") // what a publisher must not do
    static Stream<Arguments> brokenPublishers() {
        Flow.Publisher<ByteBuffer> noSubscription = subscriber -> subscriber.onSubscribe(null);
        AtomicInteger requests = new AtomicInteger();
        return Stream.of(
                Arguments.of(unchecked(subscriber -> subscriber.onNext(null)), "gave null as a buffer"),
                Arguments.of(unchecked(subscriber -> subscriber.onError(null)), "gave null as its failure"),
                Arguments.of(noSubscription, "gave null as its subscription"),
                Arguments.of(
                        asked(subscriber -> {
                            throw new IllegalStateException("the first request");
                        }),
                        "the first request"),
                Arguments.of(
                        asked(subscriber -> {
                            if (requests.incrementAndGet() > 1) {
                                throw new IllegalStateException("the second request");
                            }
                            var unused = CompletableFuture.runAsync(() -> subscriber.onNext(ByteBuffer.allocate(10)));
                        }),
                        "the second request"));
    }

    @ParameterizedTest
    @MethodSource("brokenPublishers")
    void publisherThatBreaksTheRules_failsTheWrite_insteadOfHangingIt(
            Flow.Publisher<ByteBuffer> broken, String message) {
        assertThatThrownBy(() -> client.put(BUCKET, "key", ObjectSource.of(broken), PutOptions.DEFAULT))
                .isInstanceOfAny(NullPointerException.class, IllegalStateException.class)
                .hasMessageContaining(message);
        assertNothingWasCommitted();
    }

    static Stream<ObjectSource> sources() {
        return Stream.of(new byte[0], BYTES, Arrays.copyOf(BYTES, 100), LARGE, RoundTripTest.bytes(CHUNK + 5))
                .flatMap(bytes -> Stream.of(
                        ObjectSource.of(bytes),
                        ObjectSource.of(new ByteArrayInputStream(bytes)),
                        ObjectSource.of(new ByteArrayInputStream(bytes), bytes.length),
                        ObjectSource.of(GivenPublisher.of(bytes, 1_000)),
                        ObjectSource.of(GivenPublisher.of(bytes, 1_000), bytes.length)));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void metadataKnownAtTheEnd_isTheObjects_askedForOnce(ObjectSource source) {
        AtomicInteger asked = new AtomicInteger();

        client.put(
                BUCKET,
                "key",
                source.describedAtEnd(() -> Map.of("etag", "asked " + asked.incrementAndGet())),
                OPTIONS.policy(RedundancyPolicy.EC));

        ObjectInfo info = client.head(BUCKET, "key");
        assertThat(info.userMetadata()).containsOnly(Map.entry("kept", "yes"), Map.entry("etag", "asked 1"));
        assertThat(info.contentType()).isEqualTo("a/b");
        if (info.size() > 0) {
            assertThat(manifestOfTheEnd(info))
                    .as("what a rebuild of the table finds")
                    .isEqualTo(info.userMetadata());
        }
    }

    private Map<String, String> manifestOfTheEnd(ObjectInfo info) {
        List<ObjectInfo> chunks = client.chunks(BUCKET, info.key());
        ObjectInfo last = chunks.isEmpty() ? info : chunks.get(chunks.size() - 1);
        ObjectContent content = Objects.requireNonNull(
                        cluster.server(last.live().servers().get(0)).manifests().get(last.writeId()))
                .content();
        return WholeObject.of(content).map(WholeObject::userMetadata).orElse(content.userMetadata());
    }

    @Test
    void metadataAtTheEnd_isAskedForAfterTheLastByte() {
        GivenPublisher publisher = GivenPublisher.stoppingAt(BYTES, 1_000, BYTES.length - 1_000);
        AtomicInteger asked = new AtomicInteger();
        ObjectSource source = ObjectSource.of(publisher, BYTES.length).describedAtEnd(() -> {
            asked.incrementAndGet();
            return Map.of();
        });
        CompletableFuture<PutResult> write = client.async().put(BUCKET, "key", source, PutOptions.DEFAULT);
        publisher.awaitStop();
        assertThat(asked).hasValue(0);

        publisher.goOn();
        write.join();

        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 3 * SEGMENT, 2 * CHUNK, 2 * CHUNK + 1})
    void supplierThatThrows_failsTheWriteWithItsException_andNothingIsCommitted(int size) {
        IllegalArgumentException failure = new IllegalArgumentException("the digest is wrong");
        byte[] bytes = RoundTripTest.bytes(size);
        for (ObjectSource source : new ObjectSource[] {
            ObjectSource.of(bytes),
            ObjectSource.of(new ByteArrayInputStream(bytes)),
            ObjectSource.of(GivenPublisher.of(bytes, 1_000), size)
        }) {
            ObjectSource failing = source.describedAtEnd(() -> {
                throw failure;
            });

            assertThat(catchThrowable(() -> client.put(BUCKET, "key", failing, OPTIONS)))
                    .isSameAs(failure);
            assertNothingWasCommitted();
        }
    }

    @Test
    void moreMetadataThanAnObjectMayHave_failsTheWrite() {
        ObjectSource source = ObjectSource.of(BYTES).describedAtEnd(() -> Map.of("long", "x".repeat(9_000)));

        assertThatThrownBy(() -> client.put(BUCKET, "key", source, OPTIONS))
                .isInstanceOf(InvalidRequestException.class);
        assertNothingWasCommitted();
    }
}
