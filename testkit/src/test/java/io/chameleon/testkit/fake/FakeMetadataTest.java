package io.chameleon.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What it does to requests, and that the table behind it shows what was carried out. */
class FakeMetadataTest {
    private static final Endpoint AT = new Endpoint("metadata", 1);
    private static final ObjectId OBJECT = new ObjectId("bucket", "key");

    @AutoClose
    private final LoopbackNetwork network = new LoopbackNetwork();

    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private final FakeMetadata metadata = new FakeMetadata(
            table, () -> List.of(new ServerInfo(new ServerId("s0"), "s0", 1, "", 1 << 30, ServerInfo.Status.UP)));

    @BeforeEach
    void bind() {
        network.bind(AT, metadata);
        table.buckets().create("bucket", "");
    }

    private CompletableFuture<Message> call(Message request) {
        return network.call(AT, request, Duration.ofMinutes(2));
    }

    /** A change that the table shows: the bucket's policy. */
    private CompletableFuture<Message> change() {
        return call(Message.of(
                MessageType.SET_BUCKET_POLICY,
                SetBucketPolicyRequest.newBuilder()
                        .setBucket("bucket")
                        .setPolicy(RedundancyPolicy.REP.code())
                        .build()));
    }

    private boolean isChanged() {
        return table.lookup(OBJECT).bucketPolicy() == RedundancyPolicy.REP;
    }

    private CompletableFuture<Message> lookup() {
        return call(Message.of(
                MessageType.LOOKUP,
                LookupRequest.newBuilder().setId(Wire.pack(OBJECT)).build()));
    }

    private static ErrorCode code(CompletableFuture<?> failed) {
        Throwable failure = failed.handle((any, thrown) -> thrown).join();
        assertThat(failure).isInstanceOf(ChameleonError.class);
        return ((ChameleonError) failure).code();
    }

    @Test
    void request_isCarriedOutAndCounted() {
        assertThat(isChanged()).isFalse();
        change().join();
        assertThat(isChanged()).isTrue();
        assertThat(metadata.received(MessageType.SET_BUCKET_POLICY)).isOne();
        assertThat(metadata.received(MessageType.LOOKUP)).isZero();
    }

    /** The client does not know; the table does. */
    @Test
    void lostAnswer_isThatOfARequestThatWasCarriedOut() {
        metadata.loseAnswers(MessageType.SET_BUCKET_POLICY, 2);
        assertThat(code(change())).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(isChanged()).isTrue();
        assertThat(code(change())).isEqualTo(ErrorCode.UNAVAILABLE);
        change().join();
    }

    @Test
    void refusedRequest_isNotCarriedOut() {
        metadata.refuse(MessageType.SET_BUCKET_POLICY, 1);
        assertThat(code(change())).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(isChanged()).isFalse();
        change().join();
        assertThat(isChanged()).isTrue();
    }

    @Test
    void failingRequests_failEachTime_andOthersDoNot() {
        metadata.fail(MessageType.SET_BUCKET_POLICY, new ChameleonError(ErrorCode.DRAINING, "told so"));
        assertThat(code(change())).isEqualTo(ErrorCode.DRAINING);
        assertThat(code(change())).isEqualTo(ErrorCode.DRAINING);
        assertThat(isChanged()).isFalse();
        lookup().join();
    }

    @Test
    void hangingRequests_areNeitherCarriedOutNorAnswered() {
        metadata.hang(MessageType.SET_BUCKET_POLICY);
        CompletableFuture<Message> change = change();
        await().until(() -> metadata.received(MessageType.SET_BUCKET_POLICY) == 1);
        lookup().join();
        assertThat(change).isNotDone();
        assertThat(isChanged()).isFalse();
    }

    /** The change is there; its answer waits for what the test does meanwhile. */
    @Test
    void actionAfterTheNextRequest_comesBeforeItsAnswer_once() {
        CompletableFuture<Void> action = new CompletableFuture<>();
        metadata.afterNext(MessageType.SET_BUCKET_POLICY, () -> action);
        CompletableFuture<Message> change = change();
        await().until(this::isChanged);
        assertThat(change).isNotDone();
        action.complete(null);
        change.join();
        change().join();
    }

    @Test
    void reportedDamage_isKeptForTheTest() {
        Damage damage = new Damage(OBJECT, new WriteId(1, 2), List.of(3));
        call(Message.of(MessageType.REPORT_DAMAGE, RepairWire.pack(damage))).join();
        assertThat(metadata.damage()).containsExactly(damage);
    }

    @Test
    void view_hasTheServersOfTheMoment() {
        Message view = call(Message.of(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance()))
                .join();
        assertThat(view.header().toString()).contains("s0");
    }
}
