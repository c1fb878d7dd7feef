package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.Components;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One object in several parts at a time: whole, resumed, or not at all. */
@Timeout(300)
final class ParallelUploadTest {
    private static final int SEGMENT = 32_000;
    private static final int PART = 64 << 10;
    private static final int PARTS = 6;
    private static final byte[] BYTES = RoundTripTest.bytes((PARTS - 1) * PART + 1_234);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = newClient();

    @TempDir
    private Path directory;

    private ChameleonClient newClient() {
        return cluster.builder().segmentBytes(SEGMENT).chunkBytes(SEGMENT).build();
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static UploadOptions parallel(int parts) {
        return new UploadOptions(parts, PART);
    }

    private long received(MessageType type) {
        return cluster.metadata().received(type);
    }

    /** The bytes, whose reader is told before each part is read. */
    private static RangeSource watched(byte[] bytes, LongConsumer beforeOffset) {
        RangeSource source = RangeSource.of(bytes);
        return new RangeSource() {
            @Override
            public long size() {
                return source.size();
            }

            @Override
            public ObjectSource range(long offset, long length) {
                beforeOffset.accept(offset);
                return source.range(offset, length);
            }
        };
    }

    private static RangeSource failingFrom(long failing) {
        return watched(BYTES, offset -> {
            if (offset >= failing) {
                throw new UncheckedIOException(new IOException("told to fail"));
            }
        });
    }

    private void assertNoUploadIsOpen() {
        await().untilAsserted(() -> assertThat(
                        client.uploads().list(BUCKET, "", "", null, 10).uploads())
                .isEmpty());
    }

    /** Of parts that nothing refers to, once they are swept. */
    private void assertNothingIsLeft() {
        assertNoUploadIsOpen();
        // A part that was under way when its upload was given up may be committed only now.
        await().untilAsserted(() -> {
            int unused = cluster.table().sweepUploads(cluster.fence(), 1000);
            assertThat(cluster.table()
                            .list(new ListQuery(Components.bucket(BUCKET), "", "", "", 1000))
                            .objects())
                    .isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 64})
    void file_isOneObject_howeverManyPartsGoAtATime(int parallel) throws IOException {
        Path file = Files.write(directory.resolve("file"), BYTES);

        PutResult put =
                client.uploads().put(BUCKET, "key", file, PutOptions.DEFAULT.contentType("a/b"), parallel(parallel));

        ObjectInfo info = client.head(BUCKET, "key");
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(info.entityTag()).isEqualTo(put.entityTag());
        assertThat(info.extents()).isEqualTo(PARTS);
        assertThat(info.contentType()).isEqualTo("a/b");
        assertThat(put.size()).isEqualTo(BYTES.length);
        assertNoUploadIsOpen();
    }

    @Test
    void objectOfOnePart_isSimplyPut() {
        RangeSource small = RangeSource.of(Arrays.copyOf(BYTES, PART));

        client.uploads().put(BUCKET, "key", small, PutOptions.DEFAULT, parallel(4));
        client.uploads().put(BUCKET, "empty", RangeSource.of(new byte[0]), PutOptions.DEFAULT, parallel(4));

        assertThat(client.get(BUCKET, "key")).isEqualTo(Arrays.copyOf(BYTES, PART));
        assertThat(client.get(BUCKET, "empty")).isEmpty();
        assertThat(received(MessageType.BEGIN_UPLOAD)).isZero();
    }

    /** Every server fails once, so the first part has no quorum. */
    @Test
    void partThatFails_isTriedAgain() {
        cluster.servers().forEach(server -> {
            AtomicInteger failures = new AtomicInteger(1);
            server.fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE, request -> failures.getAndDecrement() > 0);
        });

        client.uploads().put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT, parallel(1));

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void uploadThatFails_fails_andLeavesNothing() {
        AtomicInteger left = new AtomicInteger(20);
        cluster.servers()
                .forEach(server -> server.fail(
                        MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE, request -> left.decrementAndGet() < 0));

        assertThatThrownBy(() ->
                        client.uploads().put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT, parallel(1)))
                .isInstanceOf(UnavailableException.class);
        assertThat(client.exists(BUCKET, "key")).isFalse();
        assertNothingIsLeft();
    }

    @Test
    void sourceThatFails_failsTheUploadWithItsException_andLeavesNothing() {
        assertThatThrownBy(() ->
                        client.uploads().put(BUCKET, "key", failingFrom(3 * PART), PutOptions.DEFAULT, parallel(1)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("told to fail");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE})
    void sourceWhoseSizeIsNone_fails_andLeavesNoUploadOpen(long later) {
        AtomicInteger asked = new AtomicInteger();
        RangeSource shrinking = new RangeSource() {
            @Override
            public long size() {
                return asked.getAndIncrement() == 0 ? BYTES.length : later;
            }

            @Override
            public ObjectSource range(long offset, long length) {
                return ObjectSource.of(new byte[(int) length]);
            }
        };
        assertThatThrownBy(() -> client.uploads().put(BUCKET, "key", shrinking, PutOptions.DEFAULT, parallel(2)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("size of the range source: '" + later + "' given");
        assertNothingIsLeft();
    }

    /** What the source does for the last part; the parts go from {@code PART} bytes on. */
    private static RangeSource last(int size, Supplier<ObjectSource> range) {
        return new RangeSource() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public ObjectSource range(long offset, long length) {
                return offset + length < size ? ObjectSource.of(new byte[(int) length]) : range.get();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 2 * PART})
    @SuppressWarnings("NullAway") // what a source must not do
    void sourceThatDoesNotGiveItsBytes_failsTheUpload_andNeitherStoresNorLeavesAnything(int size) {
        IllegalStateException own = new IllegalStateException("no such range");
        Map<Supplier<ObjectSource>, String> broken = Map.of(
                () -> ObjectSource.of(new byte[999]),
                "range source: 999 bytes given, expected the",
                () -> ObjectSource.of(new byte[PART + 1]),
                "bytes given, expected the",
                () -> ObjectSource.of(new ByteArrayInputStream(new byte[0])),
                "range source: 0 bytes given, expected the",
                () -> null,
                "range source: gave null",
                () -> {
                    throw own;
                },
                own.getMessage());
        broken.forEach((range, message) -> {
            assertThatThrownBy(() ->
                            client.uploads().put(BUCKET, "key", last(size, range), PutOptions.DEFAULT, parallel(2)))
                    .hasMessageContaining(message);
            assertThat(client.exists(BUCKET, "key")).isFalse();
            assertNothingIsLeft();
        });
    }

    @Test
    void closingTheClient_endsAnUploadWhoseSourceBlocks() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        RangeSource stuck = watched(BYTES, offset -> {
            asked.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ChameleonClient closing = newClient();
        CompletableFuture<PutResult> upload =
                closing.async().uploads().put(BUCKET, "key", stuck, PutOptions.DEFAULT, parallel(2));
        await().until(() -> asked.getCount() == 0);

        closing.close();

        assertThatThrownBy(upload::join).hasCauseInstanceOf(OperationCancelledException.class);
        never.countDown();
    }

    @Test
    void uploadThatIsCancelled_leavesNothing() {
        cluster.servers().forEach(server -> server.hang(MessageType.PUT_FRAGMENT));
        CompletableFuture<PutResult> putting =
                client.async().uploads().put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT, parallel(3));
        await().until(() -> received(MessageType.BEGIN_UPLOAD) == 1
                && cluster.servers().stream().anyMatch(server -> server.pending() > 0));

        putting.cancel(true);

        assertNothingIsLeft();
        await().untilAsserted(() -> assertThat(cluster.servers()).allMatch(server -> server.pending() == 0));
    }

    /** The upload may be open when its beginning is answered to nobody. */
    @Test
    void uploadWhoseBeginningIsNotAnswered_isNotLeftOpen() {
        cluster.metadata().loseAnswers(MessageType.BEGIN_UPLOAD, 1);

        assertThatThrownBy(() -> client.with(CallOptions.DEFAULT.attempts(1))
                        .uploads()
                        .put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT, parallel(3)))
                .hasMessageContaining("was sent and not answered");
        assertThat(received(MessageType.ABORT_UPLOAD)).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void conditionThatDoesNotHold_isFoundBeforeAnyByteIsSent() {
        client.put(BUCKET, "key", new byte[10]);

        assertThatThrownBy(() -> client.uploads()
                        .put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT.ifNoneMatch(), parallel(3)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThat(received(MessageType.BEGIN_UPLOAD)).isZero();
    }

    /** Another client writes meanwhile: the completion's condition decides. */
    @Test
    void conditionThatDoesNotHoldAnyMore_failsTheUpload_andLeavesNothing() {
        RangeSource overtaken = watched(BYTES, offset -> {
            if (offset == 0) {
                client.async()
                        .put(BUCKET, "key", new byte[10], PutOptions.DEFAULT)
                        .join();
            }
        });

        assertThatThrownBy(() ->
                        client.uploads().put(BUCKET, "key", overtaken, PutOptions.DEFAULT.ifNoneMatch(), parallel(1)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThat(client.get(BUCKET, "key")).hasSize(10);
        assertNothingIsLeft();
    }

    /** Not on one that completes calls, which would wait for itself. */
    @Test
    void everyPart_isAskedForOnAThreadOfTheSource() {
        List<String> threads = new CopyOnWriteArrayList<>();
        RangeSource source =
                watched(BYTES, offset -> threads.add(Thread.currentThread().getName()));

        for (int round = 0; round < 10; round++) {
            client.uploads().put(BUCKET, "key", source, PutOptions.DEFAULT, parallel(4));
        }

        assertThat(threads).hasSize(10 * PARTS).allMatch(name -> name.startsWith("chameleon-io"));
    }

    private List<PartInfo> parts(UploadInfo upload) {
        return client.uploads().parts(BUCKET, "key", upload.id(), 0, 100).parts();
    }

    @Test
    void uploadThatWasCutShort_isResumedByAnotherClient_withoutSendingWhatIsThere() {
        UploadInfo begun = client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT.contentType("a/b"));
        // The part beside the one that fails is there when it does, and not only some time later.
        RangeSource failing = watched(BYTES, offset -> {
            if (offset >= 4 * PART) {
                await().until(() -> parts(begun).size() == 4);
                throw new UncheckedIOException(new IOException("told to fail"));
            }
        });
        assertThatThrownBy(() -> client.uploads().putParts(begun, failing, parallel(2)))
                .isInstanceOf(UncheckedIOException.class);
        List<PartInfo> there = parts(begun);
        assertThat(there).hasSize(4);
        long added = received(MessageType.ADD_PART);

        try (ChameleonClient another = newClient()) {
            UploadInfo found = another.uploads().find(BUCKET, "key", begun.id());
            List<PartInfo> parts = another.uploads().putParts(found, RangeSource.of(BYTES), parallel(4));
            another.uploads().complete(found, parts, PutOptions.DEFAULT);

            assertThat(parts).hasSize(PARTS).containsAll(there);
            assertThat(received(MessageType.ADD_PART) - added).isEqualTo(PARTS - there.size());
            assertThat(another.get(BUCKET, "key")).isEqualTo(BYTES);
            assertThat(another.head(BUCKET, "key").contentType()).isEqualTo("a/b");
        }
    }

    @Test
    void partOfOtherBytes_isUploadedAnewWhenTheUploadIsResumed() {
        byte[] changed = BYTES.clone();
        changed[2 * PART + 5]++;
        UploadInfo upload = client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT);
        List<PartInfo> before = client.uploads().putParts(upload, RangeSource.of(BYTES), parallel(4));

        List<PartInfo> after = client.uploads().putParts(upload, RangeSource.of(changed), parallel(4));
        client.uploads().complete(upload, after, PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "key")).isEqualTo(changed);
        assertThat(after.get(2)).isNotEqualTo(before.get(2));
        assertThat(after.stream().filter(before::contains)).hasSize(PARTS - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, PARTS * PART})
    void fileThatChangesMeanwhile_isNotStored(int size) throws IOException {
        Path file = Files.write(directory.resolve("file"), RoundTripTest.bytes(size));
        RangeSource source = RangeSource.of(file);
        Files.setLastModifiedTime(
                file, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 10_000));

        assertThatThrownBy(() -> client.uploads().put(BUCKET, "key", source, PutOptions.DEFAULT, parallel(2)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("changed since its upload began");
        assertThatThrownBy(() -> client.head(BUCKET, "key")).isInstanceOf(ObjectNotFoundException.class);
        assertNothingIsLeft();
    }

    @Test
    void progress_ofAnUploadWithAFailedPart_endsWithAllBytesOnce() {
        List<Map.Entry<Long, Long>> told = new CopyOnWriteArrayList<>();
        cluster.servers().forEach(server -> {
            AtomicInteger own = new AtomicInteger(1);
            server.fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE, request -> own.getAndDecrement() > 0);
        });
        client.with(CallOptions.DEFAULT.progress((bytes, total) -> told.add(Map.entry(bytes, total))))
                .uploads()
                .put(BUCKET, "key", RangeSource.of(BYTES), PutOptions.DEFAULT, parallel(1));

        await().until(() -> !told.isEmpty()
                && told.get(told.size() - 1).equals(Map.entry((long) BYTES.length, (long) BYTES.length)));
    }

    @Test
    void badOptions_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> parallel(0)).withMessageContaining("parallel");
        assertThatIllegalArgumentException().isThrownBy(() -> parallel(65)).withMessageContaining("parallel");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UploadOptions(1, 1000))
                .withMessageContaining("partBytes");
        assertThatThrownBy(() -> RangeSource.of(directory.resolve("none"))).isInstanceOf(UncheckedIOException.class);
    }
}
