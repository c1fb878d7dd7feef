package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The caller's streams and files. */
@Timeout(300)
final class SourceTest {
    private static final byte[] BYTES = RoundTripTest.bytes(70_000);

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(20_000).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static InputStream notRewindable(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    /** A caller's mistake: it must not end in an object that nobody can read. */
    @Test
    void array_thatChangesDuringTheWrite_failsIt_orWasStoredAsItWasOnce() throws InterruptedException {
        byte[] changing = RoundTripTest.bytes(2 << 20);
        AtomicBoolean over = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            for (int i = 0; !over.get(); i = (i + 4099) % changing.length) {
                changing[i]++;
            }
        });
        caller.start();
        try (ChameleonClient writer = cluster.builder().build()) {
            for (int i = 0; i < 20; i++) {
                String key = "key-" + i;
                Throwable failure = catchThrowable(() -> writer.put(BUCKET, key, changing, PutOptions.DEFAULT));
                if (failure == null) {
                    assertThat(writer.get(BUCKET, key)).hasSameSizeAs(changing);
                } else {
                    assertThat(failure)
                            .isInstanceOf(InvalidRequestException.class)
                            .hasMessageContaining("changed while they were written");
                }
            }
        } finally {
            over.set(true);
            caller.join();
        }
    }

    @Test
    void streamOfAWriteThatFailed_isRefusedByTheNext_insteadOfItsRestBeingStored() {
        InputStream stream = notRewindable(BYTES);
        cluster.servers().forEach(server -> server.fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL));
        assertThatThrownBy(() -> client.put(BUCKET, "key", stream, PutOptions.DEFAULT))
                .isInstanceOf(UnavailableException.class);
        cluster.servers().forEach(FakeFlashServer::heal);

        assertThatThrownBy(() -> client.put(BUCKET, "key", stream, PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("stream: one that an earlier write has read given");
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    @Test
    void streamThatWasRewound_orWhoseLengthIsKnown_maySupplyFurtherWrites() {
        ByteArrayInputStream rewound = new ByteArrayInputStream(BYTES);
        client.put(BUCKET, "one", rewound, PutOptions.DEFAULT);
        rewound.reset();
        client.put(BUCKET, "two", rewound, PutOptions.DEFAULT);
        InputStream parts = notRewindable(BYTES);
        client.put(BUCKET, "head", ObjectSource.of(parts, 30_000), PutOptions.DEFAULT);
        client.put(BUCKET, "tail", ObjectSource.of(parts, 40_000), PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "two")).isEqualTo(BYTES);
        assertThat(client.head(BUCKET, "tail").size()).isEqualTo(40_000);
    }

    /** As one whose writer starts it anew: the beginning of the old one must not be stored as if it were all. */
    @Test
    void fileThatIsCutWhileItIsRead_failsTheWrite(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file"), BYTES);
        ObjectSource source = ObjectSource.of(file).inspectedBy(read -> {
            try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
                var unused = cut.truncate(10_000);
                return CompletableFuture.completedFuture(null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThatThrownBy(() -> client.put(BUCKET, "cut", source, PutOptions.DEFAULT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageMatching("reading the bytes to write: the file ended after [0-9]{5} bytes of the 70000"
                        + " that it had when its write began");
        assertThat(client.exists(BUCKET, "cut")).isFalse();
    }

    /** Like a file that grows while it is read; it is asked twice whether it ends. */
    @Test
    void streamThatGoesOnBehindItsEnd_isWrittenUpToThere() {
        ByteArrayInputStream growing = new ByteArrayInputStream(BYTES) {
            private int ends;

            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                if (pos == 30_000 && ends++ < 2) {
                    return -1;
                }
                return super.read(target, offset, pos < 30_000 ? Math.min(length, 30_000 - pos) : length);
            }

            @Override
            public int readNBytes(byte[] target, int offset, int length) {
                int got = 0;
                for (int read = 0; got < length && read >= 0; got += Math.max(read, 0)) {
                    read = read(target, offset + got, length - got);
                }
                return got;
            }
        };

        client.put(BUCKET, "key", ObjectSource.of(growing), PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "key")).isEqualTo(Arrays.copyOf(BYTES, 30_000));
    }

    /** Gives 30 000 bytes, and then what it is told. */
    private static InputStream endingWith(IntSupplier then) {
        return new InputStream() {
            private int given;

            @Override
            public int read() {
                return then.getAsInt();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                int count = Math.min(length, 30_000 - given);
                given += count;
                return count > 0 ? count : then.getAsInt();
            }
        };
    }

    static Stream<RuntimeException> failuresOfStreams() {
        return Stream.of(
                new IllegalStateException("cannot be decrypted"),
                new IllegalArgumentException("bad padding"),
                new UncheckedIOException(new IOException("reset")));
    }

    @ParameterizedTest
    @MethodSource("failuresOfStreams")
    void whatTheCallersStreamThrows_failsTheWriteAsItIs(RuntimeException failure) {
        InputStream failing = endingWith(() -> {
            throw failure;
        });
        OutputStream target = new OutputStream() {
            @Override
            public void write(int one) {
                throw failure;
            }
        };
        client.put(BUCKET, "there", BYTES);

        assertThat(catchThrowable(() -> client.put(BUCKET, "key", failing, PutOptions.DEFAULT)))
                .isSameAs(failure);
        assertThat(catchThrowable(() -> client.getTo(BUCKET, "there", target))).isSameAs(failure);
        assertThat(client.exists(BUCKET, "key")).isFalse();
    }

    /** As a stream does that waits for a future. */
    @Test
    void completionExceptionOfTheCallersStream_failsTheWriteAsOne() {
        IOException reset = new IOException("reset");
        InputStream failing = endingWith(() -> {
            throw new CompletionException(reset);
        });

        assertThatThrownBy(() -> client.put(BUCKET, "key", failing, PutOptions.DEFAULT))
                .isInstanceOf(CompletionException.class)
                .hasCause(reset);
    }

    @Test
    void fileThatIsOnlyOpenForReading_isNoDefectOfTheClient(@TempDir Path directory) throws IOException {
        client.put(BUCKET, "there", BYTES);
        try (FileChannel readOnly = FileChannel.open(Files.createFile(directory.resolve("file")))) {
            assertThatThrownBy(() -> client.getRangeTo(BUCKET, "there", 0, 60_000, readOnly, 2))
                    .isInstanceOf(NonWritableChannelException.class);
            assertThatThrownBy(() -> client.getTo(BUCKET, "there", readOnly))
                    .isInstanceOf(NonWritableChannelException.class);
        }
    }

    @Test
    void streamThatGivesNothing_isAskedForOneByte_andNotAgainAndAgain() {
        Iterator<Integer> then = List.of(0, 7, 0, 8, 0, -1).iterator();

        client.put(BUCKET, "key", endingWith(then::next), PutOptions.DEFAULT);

        byte[] expected = new byte[30_002];
        expected[30_000] = 7;
        expected[30_001] = 8;
        assertThat(client.get(BUCKET, "key")).isEqualTo(expected);
    }

    @Test
    void streamThatClaimsMoreThanItWasAskedFor_failsTheWrite() {
        assertThatThrownBy(() -> client.put(BUCKET, "key", endingWith(() -> 1 << 20), PutOptions.DEFAULT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the stream gave 1048576 bytes, expected at most");
    }

    @Test
    void cancelledWrite_readsNoFurtherThanThePieceItIsAt() {
        AtomicLong read = new AtomicLong();
        Semaphore go = new Semaphore(0);
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                go.acquireUninterruptibly();
                read.addAndGet(length);
                return length;
            }
        };
        try (ChameleonClient large = cluster.client()) {
            CompletableFuture<PutResult> write =
                    large.async().put(BUCKET, "key", ObjectSource.of(endless), PutOptions.DEFAULT);
            await().until(go::hasQueuedThreads);

            write.cancel(true);
            go.release(1_000);

            await().until(() -> read.get() > 0 && !go.hasQueuedThreads());
            assertThat(read).hasValue(64 << 10);
        }
    }

    @Test
    void inspector_seesEachSegmentInOrder_andTheDescriptionComesAfterTheLast() {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        ObjectSource source = ObjectSource.of(BYTES)
                .inspectedBy(segment -> {
                    seen.write(segment.array(), segment.arrayOffset() + segment.position(), segment.remaining());
                    return CompletableFuture.completedFuture(null);
                })
                .describedAtEnd(() -> Map.of("seen", Integer.toString(seen.size())));

        client.put(BUCKET, "key", source, PutOptions.DEFAULT);

        assertThat(seen.toByteArray()).isEqualTo(BYTES);
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        assertThat(client.head(BUCKET, "key").userMetadata()).containsEntry("seen", "70000");
    }

    @Test
    void write_waitsForTheInspectorOfEachSegment() {
        Queue<CompletableFuture<Void>> stages = new ConcurrentLinkedQueue<>();
        CompletableFuture<PutResult> write = client.async()
                .put(
                        BUCKET,
                        "key",
                        ObjectSource.of(BYTES).inspectedBy(segment -> {
                            CompletableFuture<Void> stage = new CompletableFuture<>();
                            stages.add(stage);
                            return stage;
                        }),
                        PutOptions.DEFAULT);
        for (int segment = 1; segment <= 4; segment++) {
            int shown = segment;
            await().until(() -> stages.size() == shown);
            assertThat(write).isNotDone();
            stages.forEach(stage -> stage.complete(null));
        }
        assertThat(write.join().size()).isEqualTo(70_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void inspector_thatFails_failsTheWriteWithThat_andNothingIsCommitted(boolean later) {
        IllegalStateException mismatch = new IllegalStateException("another digest");
        ObjectSource source = ObjectSource.of(BYTES).inspectedBy(segment -> {
            if (later) {
                return CompletableFuture.failedFuture(mismatch);
            }
            throw mismatch;
        });

        assertThatThrownBy(() -> client.put(BUCKET, "key", source, PutOptions.DEFAULT))
                .isSameAs(mismatch);
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    @Test
    void download_keepsTheModeOfAnExistingFile_andGivesANewOneThatOfTheProcess(@TempDir Path directory)
            throws IOException {
        client.put(BUCKET, "key", BYTES);
        Path existing = Files.writeString(directory.resolve("existing"), "old");
        Files.setPosixFilePermissions(existing, PosixFilePermissions.fromString("rw-r-----"));
        Path byHand = Files.writeString(directory.resolve("by-hand"), "new");

        for (int parts = 0; parts < 2; parts++) {
            Path fresh = directory.resolve("fresh-" + parts);
            if (parts == 0) {
                client.getTo(BUCKET, "key", existing);
                client.getTo(BUCKET, "key", fresh);
            } else {
                client.getTo(BUCKET, "key", existing, 2);
                client.getTo(BUCKET, "key", fresh, 2);
            }
            assertThat(existing).hasBinaryContent(BYTES);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(existing)))
                    .isEqualTo("rw-r-----");
            assertThat(Files.getPosixFilePermissions(fresh)).isEqualTo(Files.getPosixFilePermissions(byHand));
        }
        try (var files = Files.list(directory)) {
            assertThat(files).as("nothing else stays").hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void download_replacesOnlyFiles(int parts, @TempDir Path directory) throws Exception {
        client.put(BUCKET, "key", BYTES);
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        for (Path target : List.of(empty, pipe)) {
            assertThatThrownBy(() -> {
                        ObjectInfo unused = client.getTo(BUCKET, "key", target, parts);
                    })
                    .rootCause()
                    .hasMessage(target + ": expected a regular file, or none");
        }
        assertThat(empty).isDirectory();
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
    }

    @Test
    void download_toALink_replacesWhatItPointsTo(@TempDir Path directory) throws IOException {
        client.put(BUCKET, "key", BYTES);
        Path real = Files.writeString(directory.resolve("real"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("later"));

        client.getTo(BUCKET, "key", link);
        client.getTo(BUCKET, "key", dangling);

        assertThat(link).isSymbolicLink();
        assertThat(real).hasBinaryContent(BYTES);
        assertThat(dangling).isSymbolicLink();
        assertThat(directory.resolve("later")).hasBinaryContent(BYTES);
    }
}
