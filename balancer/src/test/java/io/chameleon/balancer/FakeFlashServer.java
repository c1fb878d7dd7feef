package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.ClusterWire;
import io.chameleon.transport.ManifestWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.MessageType;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.Wire;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.FragmentIdP;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** A flash server that keeps fragments in a map, misbehaves when told to, and lets others in between. */
public final class FakeFlashServer implements RpcHandler {
    public record Stored(byte[] bytes, int crc32c, RedundancyScheme scheme, int segmentLength, int stream) {
        public boolean isDamaged() {
            return FakeFlashServer.crc32c(bytes) != crc32c;
        }
    }

    public static final Comparator<FragmentId> ORDER = Comparator.comparing(FragmentId::writeId)
            .thenComparing(FragmentId::segment)
            .thenComparing(FragmentId::index);
    private static final int CAPACITY_PAGES = 10_000;

    private final NavigableMap<FragmentId, Stored> fragments = new ConcurrentSkipListMap<>(ORDER);
    private final Map<WriteId, Manifest> manifests = new ConcurrentHashMap<>();
    private final Map<MessageType, ErrorCode> faults = new ConcurrentHashMap<>();
    private final Map<MessageType, Consumer<Message>> before = new ConcurrentHashMap<>();
    private final Set<MessageType> ignored = ConcurrentHashMap.newKeySet();
    private final List<MessageType> received = new CopyOnWriteArrayList<>();
    private volatile ServerInfo info;
    private volatile long erases = 1_000;
    private volatile int livePages = CAPACITY_PAGES / 2;
    private volatile boolean shortOfSpace;

    public FakeFlashServer(ServerInfo info) {
        this.info = info;
    }

    public ServerInfo info() {
        return info;
    }

    public ServerId id() {
        return info.id();
    }

    /** What the cluster view says of it from now on. */
    public void status(ServerInfo.Status status) {
        info = info.with(status);
    }

    public void device(ServerIdentity identity) {
        info = info.with(identity);
    }

    /** Each has the other's fragments then, and the other's identity. */
    public void swapDeviceWith(FakeFlashServer other) {
        ServerIdentity mine = info.identity();
        Map<FragmentId, Stored> held = Map.copyOf(fragments);
        Map<WriteId, Manifest> named = Map.copyOf(manifests);
        device(other.info.identity());
        other.device(mine);
        fragments.clear();
        fragments.putAll(other.fragments);
        manifests.clear();
        manifests.putAll(other.manifests);
        other.fragments.clear();
        other.fragments.putAll(held);
        other.manifests.clear();
        other.manifests.putAll(named);
    }

    /** Leaves requests of a type without an answer. */
    public void ignore(MessageType type) {
        ignored.add(type);
    }

    /** How full its report says it is, 0 to 1. */
    public void fill(double share) {
        livePages = (int) Math.round(CAPACITY_PAGES * share);
    }

    public void shortOfSpace(boolean isShort) {
        shortOfSpace = isShort;
    }

    public void erases(long count) {
        erases = count;
    }

    /** Fails all requests of a type. */
    public void fail(MessageType type, ErrorCode code) {
        faults.put(type, code);
    }

    public void heal() {
        faults.clear();
        ignored.clear();
    }

    /** Lets something happen before each request of a type is carried out. */
    public void before(MessageType type, Consumer<Message> action) {
        before.put(type, action);
    }

    public void beforeNext(MessageType type, Runnable action) {
        before.put(type, request -> {
            before.remove(type);
            action.run();
        });
    }

    /** Nothing comes in between any more. */
    public void quiet() {
        before.clear();
    }

    public void put(FragmentId id, RedundancyScheme scheme, int segmentLength, byte[] bytes) {
        fragments.putIfAbsent(id, new Stored(bytes, crc32c(bytes), scheme, segmentLength, 0));
    }

    /** Flips a bit of every fragment; the stored checksum stays. */
    public void corruptAll() {
        fragments.replaceAll((id, stored) -> {
            byte[] bytes = stored.bytes.clone();
            bytes[bytes.length / 2] ^= 1;
            return new Stored(bytes, stored.crc32c, stored.scheme, stored.segmentLength, stored.stream);
        });
    }

    /** Stores other bytes, with a checksum that fits them. */
    public void forgeAll() {
        fragments.replaceAll((id, stored) -> {
            byte[] bytes = stored.bytes.clone();
            bytes[0] ^= 1;
            return new Stored(bytes, crc32c(bytes), stored.scheme, stored.segmentLength, stored.stream);
        });
    }

    public void loseAll() {
        fragments.clear();
        manifests.clear();
    }

    public void lose(WriteId writeId) {
        fragments.keySet().removeIf(id -> id.writeId().equals(writeId));
        manifests.remove(writeId);
    }

    /** Beside the fragments of a write. */
    public void name(WriteId writeId, Manifest manifest) {
        manifests.put(writeId, manifest);
    }

    public Map<WriteId, Manifest> manifests() {
        return manifests;
    }

    public Map<FragmentId, Stored> fragments() {
        return fragments;
    }

    public boolean holds(WriteId writeId) {
        return fragments.keySet().stream().anyMatch(id -> id.writeId().equals(writeId));
    }

    public long received(MessageType type) {
        return received.stream().filter(type::equals).count();
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        received.add(request.type());
        if (ignored.contains(request.type())) {
            return new CompletableFuture<>();
        }
        ErrorCode fault = faults.get(request.type());
        if (fault != null) {
            return CompletableFuture.failedFuture(new ChameleonError(fault, info.id() + " was told to fail"));
        }
        Consumer<Message> action = before.get(request.type());
        if (action != null) {
            action.accept(request);
        }
        return CompletableFuture.completedFuture(answer(request));
    }

    private Message answer(Message request) {
        return switch (request.type()) {
            case PUT_FRAGMENT -> put(request.header(PutFragmentRequest.class), request.payload());
            case PUT_MANIFEST -> name(request.header(PutManifestRequest.class));
            case GET_FRAGMENT -> get(request.header(GetFragmentRequest.class));
            case DELETE_FRAGMENTS -> delete(request.header(DeleteFragmentsRequest.class));
            case LIST_FRAGMENTS -> list(request.header(ListFragmentsRequest.class));
            case DAMAGED_FRAGMENTS ->
                Message.of(
                        MessageType.DAMAGED_FRAGMENTS,
                        DamagedFragmentsResponse.newBuilder()
                                .addAllFragments(damaged())
                                .build());
            case DRAIN -> Message.of(MessageType.DRAIN, Empty.getDefaultInstance());
            case WEAR_REPORT -> Message.of(MessageType.WEAR_REPORT, ClusterWire.pack(wear()));
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + request.type());
        };
    }

    private Message put(PutFragmentRequest header, ByteBuf payload) {
        if (!info.isWritable()) {
            throw new ChameleonError(ErrorCode.DRAINING, info.id() + " takes no fragments");
        }
        byte[] bytes = new byte[payload.readableBytes()];
        payload.getBytes(payload.readerIndex(), bytes);
        RedundancyScheme scheme = Wire.unpack(header.getScheme());
        if (crc32c(bytes) != header.getCrc32C() || bytes.length != scheme.fragmentBytes(header.getSegmentLength())) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not the fragment that was announced");
        }
        Stored offered = new Stored(bytes, header.getCrc32C(), scheme, header.getSegmentLength(), header.getStream());
        fragments.merge(Wire.unpack(header.getId()), offered, (stored, again) -> stored.isDamaged() ? again : stored);
        if (header.hasManifest()) {
            WriteId writeId = Wire.unpack(header.getId()).writeId();
            name(writeId, ManifestWire.unpack(header.getManifest(), writeId));
        }
        return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
    }

    private Message name(PutManifestRequest header) {
        WriteId writeId = Wire.unpack(header.getWriteId());
        if (!holds(writeId)) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "nothing of " + writeId + " is here");
        }
        name(writeId, ManifestWire.unpack(header.getManifest(), writeId));
        return Message.of(MessageType.PUT_MANIFEST, Empty.getDefaultInstance());
    }

    private List<FragmentIdP> damaged() {
        return fragments.entrySet().stream()
                .filter(entry -> entry.getValue().isDamaged())
                .map(entry -> Wire.pack(entry.getKey()))
                .toList();
    }

    private Message get(GetFragmentRequest header) {
        FragmentId id = Wire.unpack(header.getId());
        Stored stored = fragments.get(id);
        if (stored == null) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, id + " is not here");
        }
        GetFragmentResponse answer = GetFragmentResponse.newBuilder()
                .setFragmentLength(stored.bytes.length)
                .setFragmentCrc32C(stored.crc32c)
                .setScheme(Wire.pack(stored.scheme))
                .setSegmentLength(stored.segmentLength)
                .build();
        return new Message(MessageType.GET_FRAGMENT, answer, Unpooled.wrappedBuffer(stored.bytes));
    }

    private Message delete(DeleteFragmentsRequest header) {
        List<WriteId> writes =
                header.getWriteIdsList().stream().map(Wire::unpack).toList();
        int sizeBefore = fragments.size();
        writes.forEach(this::lose);
        return Message.of(
                MessageType.DELETE_FRAGMENTS,
                DeleteFragmentsResponse.newBuilder()
                        .setDeleted(sizeBefore - fragments.size())
                        .setShortOfSpace(shortOfSpace)
                        .build());
    }

    private Message list(ListFragmentsRequest header) {
        List<FragmentEntryP> rest = (header.hasAfter()
                        ? fragments.tailMap(Wire.unpack(header.getAfter()), false)
                        : fragments)
                .entrySet().stream()
                        .filter(entry -> header.getOlderThanMillis() == 0
                                || entry.getKey().writeId().epochMillis() < header.getOlderThanMillis())
                        .map(entry -> FragmentEntryP.newBuilder()
                                .setId(Wire.pack(entry.getKey()))
                                .setLength(entry.getValue().bytes.length)
                                .setCrc32C(entry.getValue().crc32c)
                                .build())
                        .toList();
        int limit = Math.min(header.getLimit(), rest.size());
        return Message.of(
                MessageType.LIST_FRAGMENTS,
                ListFragmentsResponse.newBuilder()
                        .addAllFragments(rest.subList(0, limit))
                        .setMore(limit < rest.size())
                        .build());
    }

    private WearReport wear() {
        return new WearReport(
                info.id(),
                erases,
                erases * 32,
                erases * 64,
                0.5,
                CAPACITY_PAGES,
                livePages,
                4096,
                64,
                180,
                3_000,
                0,
                new WearReport.LatencySummary(erases, 200, 1_500));
    }

    public static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
