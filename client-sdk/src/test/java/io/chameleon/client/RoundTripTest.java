package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RoundTripTest {
    private static final int MIB = 1 << 20;

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    static Stream<Arguments> sizesAndPolicies() {
        return Stream.of(0, 1, 3, 4095, 4096, 4097, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 20 * MIB)
                .flatMap(size -> Stream.of(RedundancyPolicy.values()).map(policy -> Arguments.of(size, policy)));
    }

    /** The number of stored fragments of an object. */
    static int fragments(int size, int segmentBytes, RedundancyScheme scheme) {
        int stored = 0;
        for (int from = 0; from < size; from += segmentBytes) {
            stored += scheme.storedFragments(Math.min(segmentBytes, size - from));
        }
        return stored;
    }

    static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("sizesAndPolicies")
    void object_writtenAndRead_comesBackByteForByte(int size, RedundancyPolicy policy) {
        byte[] bytes = bytes(size);

        PutResult written = client.put(BUCKET, "key", bytes, PutOptions.DEFAULT.policy(policy));

        assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
        assertThat(written.size()).isEqualTo(size);
        assertThat(written.state()).isEqualTo(RedundancyState.stable(policy));
        assertThat(written.degraded()).isFalse();
        assertThat(written.used()).isEqualTo(cluster.row("key").live());
        assertThat(cluster.fragments())
                .isEqualTo(fragments(size, 8 * MIB, written.used().scheme()));
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void streamOfUnknownLength_writtenAndReadAsStream_comesBack(RedundancyPolicy policy) throws IOException {
        byte[] bytes = bytes(2_500);
        try (ChameleonClient small = cluster.builder().segmentBytes(1000).build()) {
            small.put(BUCKET, "key", new Trickle(new ByteArrayInputStream(bytes)), PutOptions.DEFAULT.policy(policy));

            try (ObjectStream stream = small.open(BUCKET, "key")) {
                assertThat(stream.readAllBytes()).isEqualTo(bytes);
                assertThat(stream.info().segmentBytes()).isEqualTo(1000);
            }
        }
    }

    @Test
    void streamOfKnownLength_longerThanAnnounced_isWrittenUpToThatLength() {
        client.put(BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(bytes(100)), 60), PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "key")).isEqualTo(java.util.Arrays.copyOf(bytes(100), 60));
    }

    @Test
    void streamOfKnownLength_endsEarly_failsAndLeavesNothing() {
        ObjectSource source = ObjectSource.of(new ByteArrayInputStream(bytes(100)), 101);

        assertThatThrownBy(() -> client.put(BUCKET, "key", source, PutOptions.DEFAULT))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("stream: 100 bytes given, expected the announced 101");
        assertThat(cluster.fragments()).isZero();
    }

    @Test
    void stream_failingHalfWay_failsWithItsErrorAndLeavesNothing() {
        InputStream failing = new InputStream() {
            private int read;

            @Override
            public int read() throws IOException {
                if (read++ > 1500) {
                    throw new IOException("disk on fire");
                }
                return 1;
            }
        };
        try (ChameleonClient small = cluster.builder().segmentBytes(1000).build()) {
            assertThatThrownBy(() -> small.put(BUCKET, "key", failing, PutOptions.DEFAULT))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("disk on fire");
        }
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    @Test
    void file_writtenAndFetchedToFile_isTheSame(@TempDir Path directory) throws IOException {
        Path source = Files.write(directory.resolve("source"), bytes(10 * MIB));
        Path target = Files.write(directory.resolve("target"), new byte[] {1});

        client.put(BUCKET, "key", source, PutOptions.DEFAULT);
        ObjectInfo info = client.getTo(BUCKET, "key", target);

        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(info.size()).isEqualTo(10 * MIB);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(source, target);
        }
    }

    @Test
    void file_thatIsMissing_isTheCallersError(@TempDir Path directory) {
        assertThatThrownBy(() -> client.put(BUCKET, "key", directory.resolve("nothing"), PutOptions.DEFAULT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("NoSuchFileException")
                .hasMessageContaining("nothing");
    }

    @Test
    void object_fetchedToStreamAndChannel_isWhole() {
        byte[] bytes = bytes(9 * MIB);
        client.put(BUCKET, "key", bytes);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        ByteArrayOutputStream channel = new ByteArrayOutputStream();

        client.getTo(BUCKET, "key", stream);
        client.getTo(BUCKET, "key", Channels.newChannel(channel));

        assertThat(stream.toByteArray()).isEqualTo(bytes);
        assertThat(channel.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void head_ofObject_tellsWhatWasWritten() {
        byte[] bytes = bytes(5000);
        CRC32C crc = new CRC32C();
        crc.update(bytes);

        PutResult written = client.put(
                BUCKET,
                "a/b",
                bytes,
                PutOptions.DEFAULT.contentType("image/png").userMetadata(Map.of("camera", "Leica")));
        ObjectInfo info = client.head(BUCKET, "a/b");

        assertThat(info.entityTag()).isEqualTo(written.entityTag());
        assertThat(info.size()).isEqualTo(5000);
        assertThat(info.crc32c()).isEqualTo((int) crc.getValue());
        assertThat(info.contentType()).isEqualTo("image/png");
        assertThat(info.userMetadata()).isEqualTo(Map.of("camera", "Leica"));
        assertThat(info.live()).isEqualTo(written.used());
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void copy_ofSeveralSegments_keepsBytesTypeAndMetadataUnderItsOwnPolicy(RedundancyPolicy policy) {
        byte[] bytes = bytes(2_500);
        try (ChameleonClient small = cluster.builder().segmentBytes(1000).build()) {
            small.put(
                    BUCKET,
                    "from",
                    bytes,
                    PutOptions.DEFAULT
                            .policy(RedundancyPolicy.REP)
                            .contentType("image/png")
                            .userMetadata(Map.of("camera", "Leica")));
        }

        PutResult copied = client.copy(BUCKET, "from", "archive", "to", PutOptions.DEFAULT.policy(policy));

        assertThat(client.get("archive", "to")).isEqualTo(bytes);
        ObjectInfo info = client.head("archive", "to");
        assertThat(info.contentType()).isEqualTo("image/png");
        assertThat(info.userMetadata()).isEqualTo(Map.of("camera", "Leica"));
        assertThat(info.segmentBytes()).isEqualTo(1000);
        assertThat(copied.used().policy()).isEqualTo(policy);
    }

    @Test
    void copy_ofEmptyObject_isEmpty() {
        client.put(BUCKET, "from", new byte[0]);

        client.copy(BUCKET, "from", BUCKET, "to", PutOptions.DEFAULT);

        assertThat(client.get(BUCKET, "to")).isEmpty();
    }

    /** Gives a few bytes at a time, as sockets do. */
    private static final class Trickle extends InputStream {
        private final InputStream in;

        Trickle(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return in.read(target, offset, Math.min(length, 7));
        }
    }
}
