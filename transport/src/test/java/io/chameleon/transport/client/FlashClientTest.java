package io.chameleon.transport.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.LeakCheck;
import io.chameleon.transport.rpc.Samples;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class FlashClientTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Endpoint SERVER = new Endpoint("flash-0", 7000);

    private final LoopbackNetwork network = new LoopbackNetwork();
    private final FlashClient client = new FlashClient(network);
    private final Samples samples = new Samples(1);

    @AfterEach
    void close() {
        network.close();
    }

    private void answerWith(Function<Message, Message> handler) {
        network.bind(
                SERVER,
                (Message request, CallContext context) -> CompletableFuture.completedFuture(handler.apply(request)));
    }

    @Test
    void put_sendsTheFragmentWithItsDescription() {
        FragmentId id = samples.fragmentId();
        CompletableFuture<PutFragmentRequest> sent = new CompletableFuture<>();
        CompletableFuture<byte[]> stored = new CompletableFuture<>();
        answerWith(request -> {
            sent.complete(request.header(PutFragmentRequest.class));
            stored.complete(ByteBufUtil.getBytes(request.payload()));
            return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
        });

        client.put(SERVER, id, 77, RedundancyScheme.EC_4_2, 12, WriteHint.COLD, bytes(1, 2, 3), PATIENCE)
                .join();

        assertThat(Wire.unpack(sent.join().getId())).isEqualTo(id);
        assertThat(sent.join().getCrc32C()).isEqualTo(77);
        assertThat(Wire.unpack(sent.join().getScheme())).isEqualTo(RedundancyScheme.EC_4_2);
        assertThat(sent.join().getSegmentLength()).isEqualTo(12);
        assertThat(sent.join().getHint()).isEqualTo(2);
        assertThat(stored.join()).containsExactly(1, 2, 3);
    }

    @Test
    void clientWithKeys_showsThatItsWritesAreItsOwn() {
        WriteKeys keys = new WriteKeys(new SplittableRandom(5));
        WriteId write = new WriteIds(InstantSource.system(), keys).next();
        CompletableFuture<PutFragmentRequest> put = new CompletableFuture<>();
        CompletableFuture<DeleteFragmentsRequest> delete = new CompletableFuture<>();
        answerWith(request -> {
            if (request.type() == MessageType.PUT_FRAGMENT) {
                put.complete(request.header(PutFragmentRequest.class));
                return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
            }
            delete.complete(request.header(DeleteFragmentsRequest.class));
            return Message.of(MessageType.DELETE_FRAGMENTS, DeleteFragmentsResponse.getDefaultInstance());
        });
        FlashClient own = new FlashClient(network, keys);

        own.put(
                        SERVER,
                        new FragmentId(write, 0, 0),
                        0,
                        RedundancyScheme.REP_3,
                        1,
                        WriteHint.UNKNOWN,
                        bytes(1),
                        PATIENCE)
                .join();
        Deletion unused = own.delete(SERVER, List.of(write), PATIENCE).join();

        assertThat(WriteKeys.proves(put.join().getWriteKey().toByteArray(), write))
                .isTrue();
        assertThat(delete.join().getWriteKeysList())
                .singleElement()
                .satisfies(key ->
                        assertThat(WriteKeys.proves(key.toByteArray(), write)).isTrue());
    }

    @Test
    void get_bringsTheBytesAndWhatTheServerKnows() {
        answerWith(request -> {
            GetFragmentRequest range = request.header(GetFragmentRequest.class);
            return new Message(
                    MessageType.GET_FRAGMENT,
                    GetFragmentResponse.newBuilder()
                            .setFragmentLength(100)
                            .setFragmentCrc32C(-5)
                            .setScheme(Wire.pack(RedundancyScheme.REP_3))
                            .setSegmentLength(100)
                            .build(),
                    bytes(range.getOffset(), range.getLength()));
        });

        FragmentRead read =
                client.get(SERVER, samples.fragmentId(), 10, 2, PATIENCE).join();

        assertThat(ByteBufUtil.getBytes(read.payload())).containsExactly(10, 2);
        assertThat(read.fragmentLength()).isEqualTo(100);
        assertThat(read.fragmentCrc32c()).isEqualTo(-5);
        assertThat(read.scheme()).isEqualTo(RedundancyScheme.REP_3);
        assertThat(read.segmentLength()).isEqualTo(100);
        read.release();
    }

    @Test
    void get_withAnAnswerThatMakesNoSense_failsAndReleasesIt() {
        ByteBuf payload = bytes(1);
        answerWith(request -> new Message(MessageType.GET_FRAGMENT, GetFragmentResponse.getDefaultInstance(), payload));

        assertThatThrownBy(() ->
                        client.get(SERVER, samples.fragmentId(), 0, 0, PATIENCE).join())
                .hasCauseInstanceOf(ChameleonError.class);
        await().until(() -> payload.refCnt() == 0);
    }

    @Test
    void get_cancelled_cancelsTheRequestAndReleasesALateAnswer() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        CompletableFuture<Void> started = new CompletableFuture<>();
        network.bind(SERVER, (request, context) -> {
            started.complete(null);
            return work;
        });
        CompletableFuture<FragmentRead> read = client.get(SERVER, samples.fragmentId(), 0, 0, PATIENCE);
        started.join();

        read.cancel(true);

        await().until(work::isCancelled);
    }

    @Test
    void delete_countsWhatWasDeleted() {
        List<WriteId> writes = List.of(samples.writeId(), samples.writeId());
        answerWith(request -> Message.of(
                MessageType.DELETE_FRAGMENTS,
                DeleteFragmentsResponse.newBuilder()
                        .setDeleted(request.header(DeleteFragmentsRequest.class).getWriteIdsCount())
                        .build()));

        assertThat(client.delete(SERVER, writes, PATIENCE).join()).isEqualTo(new Deletion(2, false));
    }

    @Test
    void list_pagesFromTheLastFragment() {
        FragmentId after = samples.fragmentId();
        answerWith(request -> {
            ListFragmentsRequest page = request.header(ListFragmentsRequest.class);
            return Message.of(
                    MessageType.LIST_FRAGMENTS,
                    ListFragmentsResponse.newBuilder()
                            .addFragments(FragmentEntryP.newBuilder()
                                    .setId(page.getAfter())
                                    .setLength(page.getLimit())
                                    .setCrc32C((int) page.getOlderThanMillis()))
                            .setMore(page.hasAfter())
                            .build());
        });

        assertThat(client.list(SERVER, 9, after, 50, PATIENCE).join())
                .isEqualTo(new FragmentPage(List.of(new FragmentPage.Entry(after, 50, 9)), true));
        assertThat(client.list(SERVER, 9, null, 50, PATIENCE).join().more()).isFalse();
    }

    @Test
    void wear_bringsTheReport() {
        WearReport report = samples.wearReport();
        answerWith(request -> Message.of(MessageType.WEAR_REPORT, ClusterWire.pack(report)));

        assertThat(client.wear(SERVER, PATIENCE).join()).isEqualTo(report);
    }

    @Test
    void drain_saysWhichWay() {
        CompletableFuture<Boolean> drained = new CompletableFuture<>();
        answerWith(request -> {
            drained.complete(request.header(DrainRequest.class).getDrain());
            return Message.of(MessageType.DRAIN, Empty.getDefaultInstance());
        });

        client.drain(SERVER, true, PATIENCE).join();

        assertThat(drained.join()).isTrue();
    }

    @Test
    void error_ofTheServer_isTheCauseAsItIs() {
        network.bind(
                SERVER,
                (request, context) -> CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "no such fragment")));

        assertThatThrownBy(() ->
                        client.get(SERVER, samples.fragmentId(), 0, 0, PATIENCE).join())
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.FRAGMENT_NOT_FOUND));
    }

    private static ByteBuf bytes(int... values) {
        ByteBuf buffer = Unpooled.directBuffer(values.length);
        for (int value : values) {
            buffer.writeByte(value);
        }
        return buffer;
    }
}
