package io.chameleon.transport.client;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.ManifestPage;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ListManifestsRequest;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.chameleon.transport.wire.ScrubStatusResponse;
import io.chameleon.transport.wire.WearReportP;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Flash servers as methods. Stateless, safe from any thread; each call goes to the server named. Errors are those of
 * {@link RpcClient#call} and of the server. Cancelling a future cancels the request.
 */
public final class FlashClient {
    private final RpcClient network;
    private final ShownKeys keys;

    /** For processes of the cluster and operators, which need not prove that a write is theirs. */
    public FlashClient(RpcClient network) {
        this(network, null);
    }

    /** @param keys of the writes that this client puts and deletes; null for none */
    public FlashClient(RpcClient network, @Nullable WriteKeys keys) {
        this.network = network;
        this.keys = new ShownKeys(keys);
    }

    /**
     * Stores a fragment; completes once it is durable. Idempotent.
     *
     * @param crc32c of the payload, computed of these very bytes: the connection ends with others
     * @param segmentLength bytes of the segment it is a fragment of
     * @param hint for the device
     * @param payload the fragment, taken over
     */
    public CompletableFuture<Void> put(
            Endpoint to,
            FragmentId id,
            int crc32c,
            RedundancyScheme scheme,
            int segmentLength,
            WriteHint hint,
            ByteBuf payload,
            Duration timeout) {
        return put(to, id, crc32c, scheme, segmentLength, hint, null, payload, timeout);
    }

    /**
     * @param manifest passed with a fragment of the last segment, if its server
     *     {@linkplain Manifest#isCarriedBy keeps it}
     */
    public CompletableFuture<Void> put(
            Endpoint to,
            FragmentId id,
            int crc32c,
            RedundancyScheme scheme,
            int segmentLength,
            WriteHint hint,
            @Nullable Manifest manifest,
            ByteBuf payload,
            Duration timeout) {
        PutFragmentRequest.Builder header = PutFragmentRequest.newBuilder()
                .setId(Wire.pack(id))
                .setCrc32C(crc32c)
                .setScheme(Wire.pack(scheme))
                .setSegmentLength(segmentLength)
                .setHint(hint.code())
                .setWriteKey(keys.of(id.writeId()));
        if (manifest != null) {
            header.setManifest(ManifestWire.pack(manifest, id.writeId()));
        }
        Message request = new Message(MessageType.PUT_FRAGMENT, header.build(), payload, OptionalInt.of(crc32c));
        return Answers.done(network.call(to, request, timeout));
    }

    /**
     * Stores the manifest of a write on a server that has fragments of it; completes once it is durable. Idempotent.
     * {@code FRAGMENT_NOT_FOUND} if the server has none.
     */
    public CompletableFuture<Void> putManifest(Endpoint to, WriteId writeId, Manifest manifest, Duration timeout) {
        PutManifestRequest header = PutManifestRequest.newBuilder()
                .setWriteId(Wire.pack(writeId))
                .setWriteKey(keys.of(writeId))
                .setManifest(ManifestWire.pack(manifest, writeId))
                .build();
        return Answers.done(network.call(to, Message.of(MessageType.PUT_MANIFEST, header), timeout));
    }

    /**
     * Manifests of all writes with fragments on the server, in no particular order; if a write has two, the later one
     * counts.
     *
     * @param after the cursor of the last page; 0 starts at the beginning
     */
    public CompletableFuture<ManifestPage> listManifests(Endpoint to, long after, int limit, Duration timeout) {
        ListManifestsRequest header = ListManifestsRequest.newBuilder()
                .setAfter(after)
                .setLimit(limit)
                .build();
        return Answers.map(
                network.call(to, Message.of(MessageType.LIST_MANIFESTS, header), timeout),
                answer -> ManifestWire.unpack(answer.header(ListManifestsResponse.class)));
    }

    /**
     * Reads {@code length} bytes of a fragment from {@code offset}; 0 reads to its end. The caller releases the result.
     */
    public CompletableFuture<FragmentRead> get(Endpoint to, FragmentId id, int offset, int length, Duration timeout) {
        return get(
                to,
                GetFragmentRequest.newBuilder()
                        .setId(Wire.pack(id))
                        .setOffset(offset)
                        .setLength(length)
                        .build(),
                timeout);
    }

    /**
     * Reads a whole fragment, which the server may send unread. So the caller must compare it with its checksum
     * ({@link FragmentRead#matchesChecksum}). A difference need not be damage: the server may have used the place for
     * other bytes while it sent them. {@link #get} tells.
     */
    public CompletableFuture<FragmentRead> getUnchecked(Endpoint to, FragmentId id, Duration timeout) {
        return get(
                to,
                GetFragmentRequest.newBuilder()
                        .setId(Wire.pack(id))
                        .setUnchecked(true)
                        .build(),
                timeout);
    }

    private CompletableFuture<FragmentRead> get(Endpoint to, GetFragmentRequest header, Duration timeout) {
        return Answers.map(
                network.call(to, Message.of(MessageType.GET_FRAGMENT, header), timeout),
                FlashClient::fragmentRead,
                FragmentRead::release);
    }

    /**
     * Deletes all fragments of these writes, {@link Wire#MOST_DELETED} at most, on a server. An empty list only tells
     * whether the server is short of space.
     */
    public CompletableFuture<Deletion> delete(Endpoint to, Collection<WriteId> writeIds, Duration timeout) {
        DeleteFragmentsRequest header = DeleteFragmentsRequest.newBuilder()
                .addAllWriteIds(Wire.pack(writeIds))
                .addAllWriteKeys(keys.of(writeIds))
                .build();
        return Answers.map(
                network.call(to, Message.of(MessageType.DELETE_FRAGMENTS, header), timeout),
                answer -> deletion(answer.header(DeleteFragmentsResponse.class)));
    }

    private static Deletion deletion(DeleteFragmentsResponse answer) {
        return new Deletion(answer.getDeleted(), answer.getShortOfSpace());
    }

    /**
     * Lists fragments, sorted by id.
     *
     * @param olderThanMillis only fragments of writes begun before this instant; 0 for all
     * @param after where the last page ended; null starts at the beginning
     */
    public CompletableFuture<FragmentPage> list(
            Endpoint to, long olderThanMillis, @Nullable FragmentId after, int limit, Duration timeout) {
        ListFragmentsRequest.Builder header = ListFragmentsRequest.newBuilder()
                .setOlderThanMillis(olderThanMillis)
                .setLimit(limit);
        if (after != null) {
            header.setAfter(Wire.pack(after));
        }
        return Answers.map(
                network.call(to, Message.of(MessageType.LIST_FRAGMENTS, header.build()), timeout),
                answer -> fragmentPage(answer.header(ListFragmentsResponse.class)));
    }

    public CompletableFuture<WearReport> wear(Endpoint to, Duration timeout) {
        return Answers.map(
                network.call(to, Message.of(MessageType.WEAR_REPORT, Empty.getDefaultInstance()), timeout),
                answer -> ClusterWire.unpack(answer.header(WearReportP.class)));
    }

    /** Makes a server refuse new fragments, or take them again. */
    public CompletableFuture<Void> drain(Endpoint to, boolean drain, Duration timeout) {
        DrainRequest header = DrainRequest.newBuilder().setDrain(drain).build();
        return Answers.done(network.call(to, Message.of(MessageType.DRAIN, header), timeout));
    }

    /** Fragments that the server found damaged and that have not been replaced yet. */
    public CompletableFuture<List<FragmentId>> damaged(Endpoint to, Duration timeout) {
        return Answers.map(
                network.call(to, Message.of(MessageType.DAMAGED_FRAGMENTS, Empty.getDefaultInstance()), timeout),
                answer -> answer.header(DamagedFragmentsResponse.class).getFragmentsList().stream()
                        .map(Wire::unpack)
                        .toList());
    }

    /** How far the server has checked its fragments. */
    public CompletableFuture<ScrubStatusResponse> scrubStatus(Endpoint to, Duration timeout) {
        return Answers.map(
                network.call(to, Message.of(MessageType.SCRUB_STATUS, Empty.getDefaultInstance()), timeout),
                answer -> answer.header(ScrubStatusResponse.class));
    }

    private static FragmentRead fragmentRead(Message answer) {
        try {
            GetFragmentResponse header = answer.header(GetFragmentResponse.class);
            return new FragmentRead(
                    header.getFragmentLength(),
                    header.getFragmentCrc32C(),
                    Wire.unpack(header.getScheme()),
                    header.getSegmentLength(),
                    answer.payload(),
                    answer.payloadCrc32c());
        } catch (RuntimeException e) {
            answer.release();
            throw e;
        }
    }

    private static FragmentPage fragmentPage(ListFragmentsResponse page) {
        return new FragmentPage(
                page.getFragmentsList().stream().map(FlashClient::entry).toList(), page.getMore());
    }

    private static FragmentPage.Entry entry(FragmentEntryP entry) {
        return new FragmentPage.Entry(Wire.unpack(entry.getId()), entry.getLength(), entry.getCrc32C());
    }
}
