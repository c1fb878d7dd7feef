package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.server.store.TestDevice;
import io.chameleon.transport.protocol.ManifestPage;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.ListManifestsRequest;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Manifests as clients, the balancer and a rebuild ask for them: the endpoint over a store, as the transport calls it.
 */
class ManifestRequestsTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal MALLORY = new Principal("mallory", Role.USER);
    private static final Principal BALANCER = new Principal("balancer-0", Role.BALANCER);
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final ObjectId PHOTO = new ObjectId("photos", "leaf.jpg");
    private static final byte[] LEAF = {1, 2, 3, 4, 5};

    private final WriteKeys keys = new WriteKeys(new SplittableRandom(1));
    private final WriteIds ids = new WriteIds(InstantSource.system(), keys);
    private final WriteId write = ids.next();
    private final FragmentStore store = new FragmentStore(TestDevice.small(), 0.02, Runnable::run);
    private final FlashServerEndpoint server = FlashServerEndpoint.of(
            new ServerId("flash-1"),
            store,
            new FlashMonitor(new ServerId("flash-1"), store, 3000),
            Runnable::run,
            100,
            System::nanoTime,
            InstantSource.system(),
            turn -> {},
            new SimpleMeterRegistry(),
            UnpooledByteBufAllocator.DEFAULT);

    @Test
    void manifestThatComesWithAFragment_isListedAsItWasGiven_withItsUser() {
        Manifest manifest = new Manifest(PHOTO, content(write, LEAF.length, 8), REP);
        put(ALICE, write, 0, manifest);

        assertThat(list()).containsExactly(new ManifestPage.Entry(write, manifest, "alice"));
    }

    @Test
    void manifestOfTheBalancer_isTheClustersOwnWord_andMayNameAnEarlierContent() {
        WriteId copy = ids.next();
        Manifest manifest = new Manifest(PHOTO, content(write, LEAF.length, 8), REP);
        put(BALANCER, copy, 0, manifest);

        assertThat(list()).containsExactly(new ManifestPage.Entry(copy, manifest, ""));
    }

    @Test
    void manifestThatFollows_needsAFragmentOfItsWrite() {
        Manifest manifest = new Manifest(PHOTO, content(write, LEAF.length, 8), REP);
        assertRefused(ErrorCode.FRAGMENT_NOT_FOUND, () -> putManifest(ALICE, write, manifest));
        put(ALICE, write, 0, null);
        putManifest(ALICE, write, manifest);

        assertThat(list()).containsExactly(new ManifestPage.Entry(write, manifest, "alice"));
    }

    @Test
    void manifestOfADeletedWrite_isListedNoMore() {
        put(ALICE, write, 0, new Manifest(PHOTO, content(write, LEAF.length, 8), REP));
        ask(
                BALANCER,
                Message.of(
                        MessageType.DELETE_FRAGMENTS,
                        DeleteFragmentsRequest.newBuilder()
                                .addWriteIds(Wire.pack(write))
                                .build()));

        assertThat(list()).isEmpty();
    }

    @Test
    void user_namesOnlyWritesItMade_andOnlyTheirOwnContent() {
        put(ALICE, write, 0, null);
        Manifest manifest = new Manifest(PHOTO, content(write, LEAF.length, 8), REP);
        PutManifestRequest forged = PutManifestRequest.newBuilder()
                .setWriteId(Wire.pack(write))
                .setManifest(ManifestWire.pack(manifest, write))
                .setWriteKey(ByteString.copyFrom(new byte[16]))
                .build();
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> ask(MALLORY, Message.of(MessageType.PUT_MANIFEST, forged)));

        WriteId newer = ids.next();
        assertRefused(
                ErrorCode.PERMISSION_DENIED,
                () -> putManifest(ALICE, write, new Manifest(PHOTO, content(newer, LEAF.length, 8), REP)));
        assertThat(list()).isEmpty();
    }

    /** Only the cluster knows that: a rebuild concludes from it that the bucket keeps versions. */
    @Test
    void formerVersion_isNamedByTheClusterAlone() {
        Manifest former = new Manifest(PHOTO, content(write, LEAF.length, 8), REP, true);
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> put(ALICE, write, 0, former));
        assertThat(list()).isEmpty();
        put(BALANCER, write, 0, former);

        assertThat(list()).containsExactly(new ManifestPage.Entry(write, former, ""));
    }

    @Test
    void manifestThatDoesNotFitItsFragments_isRefused_andNothingIsStored() {
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                () -> put(ALICE, write, 0, new Manifest(PHOTO, content(write, LEAF.length + 1, 8), REP)));
        assertRefused(
                ErrorCode.INVALID_REQUEST, () -> put(ALICE, write, 0, new Manifest(PHOTO, content(write, 13, 8), REP)));
        assertRefused(
                ErrorCode.INVALID_REQUEST,
                () -> put(
                        ALICE,
                        write,
                        0,
                        new Manifest(PHOTO, content(write, LEAF.length, 8), RedundancyScheme.parse("EC(4+2)"))));

        assertThat(store.usage().fragments()).isZero();
        assertThat(list()).isEmpty();
    }

    @Test
    void longestNames_areKept() {
        ObjectContent content = new ObjectContent(
                write,
                LEAF.length,
                8,
                7,
                "t".repeat(255),
                Map.of("k", "v".repeat(ObjectContent.MAX_USER_METADATA_BYTES - 4)));
        Manifest manifest = new Manifest(new ObjectId("b".repeat(63), "k".repeat(1024)), content, REP);
        put(ALICE, write, 0, manifest);

        assertThat(list()).containsExactly(new ManifestPage.Entry(write, manifest, "alice"));
    }

    private static ObjectContent content(WriteId contentId, long size, int segmentBytes) {
        return new ObjectContent(contentId, size, segmentBytes, 7, "image/jpeg", Map.of("colour", "green"));
    }

    private void put(Principal caller, WriteId id, int segment, @Nullable Manifest manifest) {
        CRC32C crc = new CRC32C();
        crc.update(LEAF);
        PutFragmentRequest.Builder header = PutFragmentRequest.newBuilder()
                .setId(Wire.pack(new FragmentId(id, segment, 0)))
                .setCrc32C((int) crc.getValue())
                .setScheme(Wire.pack(REP))
                .setSegmentLength(LEAF.length)
                .setWriteKey(keyOf(caller, id));
        if (manifest != null) {
            header.setManifest(ManifestWire.pack(manifest, id));
        }
        ask(caller, new Message(MessageType.PUT_FRAGMENT, header.build(), Unpooled.wrappedBuffer(LEAF)));
    }

    private void putManifest(Principal caller, WriteId id, Manifest manifest) {
        PutManifestRequest header = PutManifestRequest.newBuilder()
                .setWriteId(Wire.pack(id))
                .setWriteKey(keyOf(caller, id))
                .setManifest(ManifestWire.pack(manifest, id))
                .build();
        ask(caller, Message.of(MessageType.PUT_MANIFEST, header));
    }

    private ByteString keyOf(Principal caller, WriteId id) {
        return caller.role() == Role.USER ? ByteString.copyFrom(keys.keyOf(id)) : ByteString.EMPTY;
    }

    private List<ManifestPage.Entry> list() {
        ListManifestsRequest header =
                ListManifestsRequest.newBuilder().setLimit(100).build();
        Message answer = ask(BALANCER, Message.of(MessageType.LIST_MANIFESTS, header));
        return ManifestWire.unpack(answer.header(ListManifestsResponse.class)).manifests();
    }

    private Message ask(Principal caller, Message request) {
        try {
            return server.handle(request, new CallContext("test", Long.MAX_VALUE, caller))
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw (ChameleonError) e.getCause();
        }
    }

    private static void assertRefused(ErrorCode code, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
