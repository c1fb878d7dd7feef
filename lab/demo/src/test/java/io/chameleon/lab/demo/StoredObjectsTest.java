package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.cli.output.Progress;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The verdict of a pass: what is read back, and what counts as lost. */
class StoredObjectsTest {
    private static final long[] EXTENTS = {3, 10, 77};

    @TempDir
    Path input;

    @AutoClose
    private final FakeCluster cluster = new FakeCluster(8);

    @AutoClose
    private final ChameleonClient client = cluster.client();

    private final AtomicBoolean ending = new AtomicBoolean();

    private DemoConfig config() {
        return new DemoConfig(
                input, null, 8, 0, 1, 2, 0.5, RedundancyPolicy.EC, List.of("chameleon"), 1, Path.of("report"));
    }

    private Replay replay() {
        return new Replay(client, EXTENTS, config(), ending::get);
    }

    private FileTree files(Path... files) {
        Workload workload = new Workload(input, List.of(files), new long[0], new int[0], 0);
        return new FileTree(client, workload, RedundancyPolicy.EC, ending::get);
    }

    private static Progress progress() {
        return Progress.of("test", 1);
    }

    private byte[] stored(int extent) {
        return client.get(Replay.BUCKET, "extent-%016x".formatted(EXTENTS[extent]));
    }

    private void failPuts() {
        cluster.servers().forEach(server -> server.fail(MessageType.PUT_FRAGMENT, ErrorCode.INVALID_REQUEST));
    }

    @Test
    void preload_writesEveryExtentOnce_underTheInitialPolicy() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            assertThat(replay.lost(progress())).isZero();
            for (int extent = 0; extent < EXTENTS.length; extent++) {
                assertThat(replay.ledger().acknowledged(extent)).isEqualTo(1);
                assertThat(stored(extent)).hasSize(64 << 10);
            }
        }
        ObjectId first = new ObjectId(Replay.BUCKET, "extent-0000000000000003");
        assertThat(Objects.requireNonNull(cluster.table().lookup(first).mapping())
                        .live()
                        .policy())
                .isEqualTo(RedundancyPolicy.EC);
    }

    @Test
    void overwrites_areVersionsOfTheirOwn_andTheLastIsReadBack() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            byte[] before = stored(1);
            replay.write(new int[] {1, 1, 2, 1}, progress());
            assertThat(stored(1)).isNotEqualTo(before);
            assertThat(IntStream.range(0, 3).map(replay.ledger()::acknowledged)).containsExactly(1, 4, 2);
            assertThat(replay.lost(progress())).isZero();
            assertThat(replay.ledger().failures()).isZero();
        }
    }

    /** Another client's bytes in its place are as bad as none. */
    @Test
    void extentWithOtherBytes_isLost() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            client.put(Replay.BUCKET, "extent-000000000000000a", new byte[64 << 10]);
            assertThat(replay.lost(progress())).isOne();
        }
    }

    @Test
    void extentThatIsGone_isLost() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            client.delete(Replay.BUCKET, "extent-000000000000000a");
            assertThat(replay.lost(progress())).isOne();
        }
    }

    /** The store may have lost an older version only if a newer one was acknowledged. */
    @Test
    void formerVersion_isLost() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            byte[] former = stored(0);
            replay.write(new int[] {0}, progress());
            client.put(Replay.BUCKET, "extent-0000000000000003", former);
            assertThat(replay.lost(progress())).isOne();
        }
    }

    @Test
    void writeThatFails_isCounted_andLeavesWhatWasThere() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            failPuts();
            replay.write(new int[] {0, 2}, progress());
            cluster.servers().forEach(FakeFlashServer::heal);
            assertThat(replay.ledger().failures()).isEqualTo(2);
            assertThat(replay.ledger().acknowledged(0)).isEqualTo(1);
            assertThat(replay.ledger().attempted(0)).isEqualTo(2);
            assertThat(replay.lost(progress())).isZero();
        }
    }

    /** At Ctrl-C the cluster closes under the replay. */
    @Test
    void failure_isToldToTheUser_unlessTheDemoIsBeingStopped() {
        Logger log = (Logger) LoggerFactory.getLogger("io.chameleon.lab.demo");
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        log.addAppender(told);
        try (Replay replay = replay()) {
            replay.preload(progress());
            failPuts();
            cluster.servers().forEach(server -> server.fail(MessageType.GET_FRAGMENT, ErrorCode.INVALID_REQUEST));
            ending.set(true);
            replay.write(new int[] {0}, progress());
            assertThat(replay.lost(progress())).isEqualTo(3);
            assertThat(told.list)
                    .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                    .isEmpty();

            ending.set(false);
            replay.write(new int[] {0}, progress());
            assertThat(replay.lost(progress())).isEqualTo(3);
            assertThat(told.list).extracting(ILoggingEvent::getLevel).contains(Level.WARN, Level.ERROR);
        } finally {
            log.detachAppender(told);
        }
    }

    /** Nothing was promised. */
    @Test
    void extentThatWasNeverAcknowledged_isNotLost() {
        failPuts();
        try (Replay replay = replay()) {
            replay.preload(progress());
            cluster.servers().forEach(FakeFlashServer::heal);
            assertThat(replay.ledger().failures()).isEqualTo(3);
            assertThat(replay.lost(progress())).isZero();
        }
    }

    @Test
    void seed_decidesTheContents() {
        try (Replay replay = replay()) {
            replay.preload(progress());
            byte[] first = stored(0);
            assertThat(stored(1)).isNotEqualTo(first);
            try (Replay again = replay()) {
                again.preload(progress());
            }
            assertThat(stored(0)).isEqualTo(first);
        }
    }

    private Path file(String name, String content) throws IOException {
        Path file = input.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return input.relativize(file);
    }

    @Test
    void files_areStoredUnderTheirPaths() throws IOException {
        FileTree tree = files(file("a/b.txt", "hello"), file("empty", ""));
        tree.store(progress());
        assertThat(tree.count()).isEqualTo(2);
        assertThat(client.get(FileTree.BUCKET, "a/b.txt")).asString().isEqualTo("hello");
        assertThat(client.get(FileTree.BUCKET, "empty")).isEmpty();
        assertThat(tree.lost(progress())).isZero();
    }

    /** A file may change on disk while the demo runs: what counts is what was stored. */
    @Test
    void fileThatChangedOnDiskMeanwhile_isNotLost() throws IOException {
        FileTree tree = files(file("a.txt", "hello"));
        tree.store(progress());
        file("a.txt", "changed");
        assertThat(tree.lost(progress())).isZero();
    }

    @Test
    void fileWithOtherBytes_orGone_isLost() throws IOException {
        FileTree tree = files(file("a.txt", "hello"), file("b.txt", "hello"), file("c.txt", "hello"));
        tree.store(progress());
        client.put(FileTree.BUCKET, "a.txt", "hellO".getBytes(StandardCharsets.US_ASCII));
        client.delete(FileTree.BUCKET, "b.txt");
        assertThat(tree.lost(progress())).isEqualTo(2);
    }
}
