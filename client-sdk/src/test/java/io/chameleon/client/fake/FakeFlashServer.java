package io.chameleon.client.fake;

import io.chameleon.core.FragmentId;
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
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ManifestP;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/** A flash server that keeps fragments in a map and misbehaves when told to. */
public final class FakeFlashServer implements RpcHandler {
    private record Stored(byte[] bytes, int crc32c, RedundancyScheme scheme, int segmentLength, int stream) {}

    /** What happens to requests of a type instead of an answer. */
    private record Fault(MessageType type, Predicate<Message> of, Supplier<CompletionStage<Message>> answer) {}

    /** What happens first. */
    private record Interlude(MessageType type, Predicate<Message> of, Supplier<CompletionStage<?>> action) {}

    private final ByteBufAllocator allocator;
    private final List<CompletableFuture<Message>> hanging = new CopyOnWriteArrayList<>();
    private final List<Interlude> before = new CopyOnWriteArrayList<>();
    private final Map<FragmentId, Stored> fragments =
            new ConcurrentSkipListMap<>(java.util.Comparator.comparing(FragmentId::writeId)
                    .thenComparing(FragmentId::segment)
                    .thenComparing(FragmentId::index));
    private final Map<WriteId, Manifest> manifests = new ConcurrentHashMap<>();
    private final List<MessageType> received = new CopyOnWriteArrayList<>();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private volatile ServerInfo info;

    FakeFlashServer(ServerInfo info, ByteBufAllocator allocator) {
        this.info = info;
        this.allocator = allocator;
    }

    public ServerInfo info() {
        return info;
    }

    /** What the cluster view says of it from now on. */
    public void status(ServerInfo.Status status) {
        info = info.with(status);
    }

    /** Fails all requests of a type. */
    public void fail(MessageType type, ErrorCode code) {
        fail(type, code, any -> true);
    }

    public void fail(MessageType type, ErrorCode code, Predicate<Message> which) {
        faults.add(
                new Fault(type, which, () -> CompletableFuture.failedFuture(new ChameleonError(code, "told to fail"))));
    }

    /** Never answers requests of a type. */
    public void hang(MessageType type) {
        hang(type, any -> true);
    }

    public void hang(MessageType type, Predicate<Message> which) {
        faults.add(new Fault(type, which, () -> {
            CompletableFuture<Message> never = new CompletableFuture<>();
            hanging.add(never);
            return never;
        }));
    }

    /** Requests left without an answer that their callers still wait for. */
    public long pending() {
        return hanging.stream().filter(request -> !request.isDone()).count();
    }

    /** Lets something happen before the next such request is carried out, once. */
    public void beforeNext(MessageType type, Predicate<Message> which, Supplier<CompletionStage<?>> action) {
        AtomicBoolean first = new AtomicBoolean(true);
        before.add(new Interlude(type, request -> which.test(request) && first.getAndSet(false), action));
    }

    public void heal() {
        faults.clear();
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
            return new Stored(bytes, crc(bytes), stored.scheme, stored.segmentLength, stored.stream);
        });
    }

    /** Cuts a byte off every fragment, with a checksum that fits the rest. */
    public void truncateAll() {
        fragments.replaceAll((id, stored) -> {
            byte[] bytes = Arrays.copyOf(stored.bytes, stored.bytes.length - 1);
            return new Stored(bytes, crc(bytes), stored.scheme, stored.segmentLength, stored.stream);
        });
    }

    public void loseAll() {
        fragments.clear();
        manifests.clear();
    }

    /** Copies all fragments of a write to another server. */
    public void copyTo(FakeFlashServer other, WriteId writeId) {
        List.copyOf(fragments.keySet()).stream()
                .filter(id -> id.writeId().equals(writeId))
                .forEach(id -> other.fragments.put(id, fragments.get(id)));
    }

    public int delete(WriteId writeId) {
        int before = fragments.size();
        fragments.keySet().removeIf(id -> id.writeId().equals(writeId));
        manifests.remove(writeId);
        return before - fragments.size();
    }

    public int fragments() {
        return fragments.size();
    }

    public int fragments(WriteId writeId) {
        return (int) fragments.keySet().stream()
                .filter(id -> id.writeId().equals(writeId))
                .count();
    }

    /** By the writes they lie beside. */
    public Map<WriteId, Manifest> manifests() {
        return Map.copyOf(manifests);
    }

    /** Stream hints of the fragments it holds. */
    public List<Integer> streams() {
        return fragments.values().stream().map(Stored::stream).distinct().toList();
    }

    public long received(MessageType type) {
        return received.stream().filter(type::equals).count();
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        received.add(request.type());
        for (Fault fault : faults) {
            if (fault.type == request.type() && fault.of.test(request)) {
                return fault.answer.get();
            }
        }
        for (Interlude interlude : before) {
            if (interlude.type == request.type() && interlude.of.test(request)) {
                return interlude.action.get().thenApply(done -> answer(request));
            }
        }
        return CompletableFuture.completedFuture(answer(request));
    }

    private Message answer(Message request) {
        return switch (request.type()) {
            case PUT_FRAGMENT -> put(request.header(PutFragmentRequest.class), request.payload());
            case PUT_MANIFEST -> name(request.header(PutManifestRequest.class));
            case GET_FRAGMENT -> get(request.header(GetFragmentRequest.class));
            case DELETE_FRAGMENTS -> delete(request.header(DeleteFragmentsRequest.class));
            case WEAR_REPORT ->
                Message.of(
                        MessageType.WEAR_REPORT,
                        ClusterWire.pack(new WearReport(
                                info.id(),
                                7,
                                100,
                                150,
                                0.5,
                                1000,
                                10,
                                4096,
                                64,
                                20,
                                3000,
                                0,
                                new WearReport.LatencySummary(100, 200, 1500))));
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + request.type());
        };
    }

    private Message put(PutFragmentRequest header, ByteBuf payload) {
        byte[] bytes = new byte[payload.readableBytes()];
        payload.getBytes(payload.readerIndex(), bytes);
        if (crc(bytes) != header.getCrc32C()) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "payload checksum");
        }
        RedundancyScheme scheme = Wire.unpack(header.getScheme());
        if (bytes.length != scheme.fragmentBytes(header.getSegmentLength())) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "payload length " + bytes.length);
        }
        fragments.putIfAbsent(
                Wire.unpack(header.getId()),
                new Stored(bytes, header.getCrc32C(), scheme, header.getSegmentLength(), header.getStream()));
        if (header.hasManifest()) {
            name(Wire.unpack(header.getId()).writeId(), header.getManifest());
        }
        return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
    }

    private Message name(PutManifestRequest header) {
        WriteId writeId = Wire.unpack(header.getWriteId());
        if (fragments(writeId) == 0) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "nothing of " + writeId + " is here");
        }
        name(writeId, header.getManifest());
        return Message.of(MessageType.PUT_MANIFEST, Empty.getDefaultInstance());
    }

    private void name(WriteId writeId, ManifestP manifest) {
        manifests.put(writeId, ManifestWire.unpack(manifest, writeId));
    }

    private Message get(GetFragmentRequest header) {
        Stored stored = fragments.get(Wire.unpack(header.getId()));
        if (stored == null) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, Wire.unpack(header.getId()) + " is not here");
        }
        int from = header.getOffset();
        int wanted = header.getLength() == 0 ? stored.bytes.length : from + header.getLength();
        int end = Math.min(wanted, stored.bytes.length);
        GetFragmentResponse answer = GetFragmentResponse.newBuilder()
                .setFragmentLength(stored.bytes.length)
                .setFragmentCrc32C(stored.crc32c)
                .setScheme(Wire.pack(stored.scheme))
                .setSegmentLength(stored.segmentLength)
                .build();
        byte[] bytes = Arrays.copyOfRange(stored.bytes, from, end);
        return new Message(
                MessageType.GET_FRAGMENT,
                answer,
                allocator.heapBuffer(bytes.length).writeBytes(bytes));
    }

    private Message delete(DeleteFragmentsRequest header) {
        List<WriteId> ids = new ArrayList<>();
        header.getWriteIdsList().forEach(id -> ids.add(Wire.unpack(id)));
        int deleted = ids.stream().mapToInt(this::delete).sum();
        return Message.of(
                MessageType.DELETE_FRAGMENTS,
                DeleteFragmentsResponse.newBuilder().setDeleted(deleted).build());
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
