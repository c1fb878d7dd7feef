package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.GetFragmentRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream gives a correct beginning of the object, and then either its end or one failure, for ever. */
@Timeout(300)
final class ObjectStreamTest {
    private static final int SEGMENT = 20_000;
    private static final byte[] BYTES = RoundTripTest.bytes(3 * SEGMENT);

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).build();

    @BeforeEach
    void put() {
        try (ChameleonClient writer = cluster.builder().segmentBytes(SEGMENT).build()) {
            writer.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        }
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static Predicate<Message> segment(int number) {
        return request -> request.header(GetFragmentRequest.class).getId().getSegment() == number;
    }

    private void breakSegment(int number) {
        cluster.servers()
                .forEach(server -> server.fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE, segment(number)));
    }

    @Test
    void stream_thatFailedOnce_failsForEverWithItsFirstCause() {
        try (ChameleonClient hasty = cluster.builder()
                .timeouts(new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(2)))
                .build()) {
            // On a busy machine the time may be over before the stream has come to what fails.
            await().ignoreExceptions().untilAsserted(() -> failsForEver(hasty));
        }
    }

    /** Its buffers are outside the heap, where nothing else would ever give them back. */
    @Test
    void stream_thatIsForgotten_endsWithItsGarbage() {
        AtomicInteger ends = new AtomicInteger();
        try (ChameleonClient forgetful = cluster.builder()
                .segmentBytes(SEGMENT)
                .listener(ClientListener.ofEnds(end -> ends.incrementAndGet()))
                .build()) {
            assertThat(forgetful.open(BUCKET, "key").read()).isNotNegative();
            await().untilAsserted(() -> {
                System.gc();
                assertThat(ends).hasValue(1);
            });
        }
    }

    private void failsForEver(ChameleonClient hasty) throws IOException {
        breakSegment(1);
        try (ObjectStream stream = hasty.open(BUCKET, "key", 0, BYTES.length - 1)) {
            byte[] before = stream.readNBytes(SEGMENT);
            Throwable first = catchThrowable(stream::read);
            cluster.servers().forEach(FakeFlashServer::heal);

            assertThat(before).isEqualTo(Arrays.copyOf(BYTES, SEGMENT));
            assertThat(first).isInstanceOf(DataUnavailableException.class);
            assertThatThrownBy(stream::read).isSameAs(first);
            assertThatThrownBy(() -> stream.read(new byte[SEGMENT])).isSameAs(first);
            assertThatThrownBy(() -> stream.skip(1)).isSameAs(first);
            assertThat(stream.available()).isZero();
        }
    }

    @Test
    void stream_whoseReaderWasInterrupted_failsForEver() throws InterruptedException, IOException {
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT, segment(1)));
        AtomicReference<Throwable> first = new AtomicReference<>();
        try (ChameleonClient patient =
                        cluster.builder().timeouts(FakeCluster.UNHURRIED).build();
                ObjectStream stream = patient.open(BUCKET, "key")) {
            stream.readNBytes(SEGMENT);
            Thread caller = new Thread(() -> first.set(catchThrowable(stream::read)));
            caller.start();
            await().until(() -> cluster.servers().stream()
                            .mapToLong(FakeFlashServer::pending)
                            .sum()
                    >= 6);
            caller.interrupt();
            caller.join();
            cluster.servers().forEach(FakeFlashServer::heal);

            assertThat(first.get()).isInstanceOf(OperationCancelledException.class);
            assertThatThrownBy(stream::read).isSameAs(first.get());
        }
    }

    @Test
    void stream_thatFailed_cancelsWhatItHadAskedFor() throws IOException {
        breakSegment(1);
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT, segment(2)));
        try (ChameleonClient patient = cluster.builder().build();
                ObjectStream stream = patient.open(BUCKET, "key")) {
            stream.readNBytes(SEGMENT);

            assertThatThrownBy(stream::read).isInstanceOf(DataUnavailableException.class);

            await().until(() -> cluster.servers().stream()
                            .mapToLong(FakeFlashServer::pending)
                            .sum()
                    == 0);
        }
    }

    @Test
    void stream_closedWhileItWaits_endsTheRead() throws InterruptedException, IOException {
        cluster.servers().forEach(server -> server.hang(MessageType.GET_FRAGMENT, segment(1)));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (ChameleonClient patient =
                        cluster.builder().timeouts(FakeCluster.UNHURRIED).build();
                ObjectStream stream = patient.open(BUCKET, "key")) {
            stream.readNBytes(SEGMENT);
            Thread caller = new Thread(() -> failure.set(catchThrowable(stream::read)));
            caller.start();
            await().until(() -> caller.getState() == Thread.State.WAITING);

            stream.close();
            caller.join();
        }
        assertThat(failure.get()).isInstanceOf(OperationCancelledException.class);
    }

    @Test
    void stream_closedInTheMiddle_hasNoBytesAnyMore() throws IOException {
        ObjectStream stream = client.open(BUCKET, "key");
        stream.readNBytes(SEGMENT / 2);
        assertThat(stream.available()).isEqualTo(SEGMENT - SEGMENT / 2);

        stream.close();

        assertThat(stream.available()).isZero();
        assertThatThrownBy(stream::read).isInstanceOf(OperationCancelledException.class);
    }

    @Test
    void stream_whoseChannelFails_leavesNoHole() throws IOException {
        WritableByteChannel full = Channels.newChannel(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("disk full");
            }
        });
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            assertThatThrownBy(() -> stream.transferTo(full)).hasMessage("disk full");

            assertThatThrownBy(stream::read).isInstanceOf(OperationCancelledException.class);
        }
    }

    @Test
    void stream_givesWhatIsLeftToAChannel() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            written.writeBytes(stream.readNBytes(SEGMENT / 2));
            written.write(stream.read());

            long count = stream.transferTo(Channels.newChannel(written));

            assertThat(count).isEqualTo(BYTES.length - SEGMENT / 2 - 1);
            assertThat(stream.read()).isEqualTo(-1);
            assertThat(stream.isOver()).isTrue();
        }
        assertThat(written.toByteArray()).isEqualTo(BYTES);
    }

    @Test
    @SuppressWarnings("resource")
    void stream_readToItsEnd_leavesNothingBehind_thoughItIsNotClosed() throws IOException {
        ObjectStream stream = client.open(BUCKET, "key");

        assertThat(stream.readAllBytes()).isEqualTo(BYTES);

        assertThat(stream.isOver()).isTrue();
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(stream.info().size()).isEqualTo(BYTES.length);
    }
}
