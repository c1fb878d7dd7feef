package io.chameleon.testkit.fake;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A flash server that keeps fragments in a map, fails on demand, and runs actions between requests. */
public final class FakeFlashServer implements RpcHandler {
    private static final int CAPACITY_PAGES = 10_000;

    private final Shelf shelf = new Shelf();
    private final Interludes interludes = new Interludes();
    private final Orders orders = new Orders(interludes);
    private final List<MessageType> received = new CopyOnWriteArrayList<>();
    private final FlashAnswers answers;
    private volatile ServerInfo info;
    private volatile long erases = 1_000;
    private volatile int livePages = CAPACITY_PAGES / 2;
    private volatile boolean shortOfSpace;

    public FakeFlashServer(ServerInfo info) {
        this(info, UnpooledByteBufAllocator.DEFAULT);
    }

    /** @param allocator of the payloads it answers with */
    public FakeFlashServer(ServerInfo info, ByteBufAllocator allocator) {
        this.info = info;
        this.answers = new FlashAnswers(shelf, allocator);
    }

    public ServerInfo info() {
        return info;
    }

    public ServerId id() {
        return info.id();
    }

    /** The status in the cluster view from now on. */
    public void status(ServerInfo.Status status) {
        info = info.with(status);
    }

    public void device(ServerIdentity identity) {
        info = info.with(identity);
    }

    /** Each then has the other's fragments and identity. */
    public void swapDeviceWith(FakeFlashServer other) {
        ServerIdentity mine = info.identity();
        device(other.info.identity());
        other.device(mine);
        shelf.swapWith(other.shelf);
    }

    /** How full its report says it is, 0 to 1. */
    public void fill(double share) {
        livePages = (int) Math.round(CAPACITY_PAGES * share);
    }

    /** What it says of itself when it deletes fragments. */
    public void shortOfSpace(boolean isShort) {
        shortOfSpace = isShort;
    }

    /** How worn its report says it is. */
    public void erases(long count) {
        erases = count;
    }

    /** Fails all requests of a type. */
    public void fail(MessageType type, ErrorCode code) {
        fail(type, code, any -> true);
    }

    public void fail(MessageType type, ErrorCode code, Predicate<Message> which) {
        orders.fail(type, which, () -> new ChameleonError(code, "told to fail"));
    }

    /** Never answers requests of a type. */
    public void hang(MessageType type) {
        hang(type, any -> true);
    }

    public void hang(MessageType type, Predicate<Message> which) {
        orders.hang(type, which);
    }

    /** Requests left without an answer that their callers still wait for. */
    public long pending() {
        return orders.pending();
    }

    /** Fails and ignores no more requests. */
    public void heal() {
        orders.heal();
    }

    /** Runs an action before each request of a type is carried out. */
    public void before(MessageType type, Consumer<Message> action) {
        interludes.before(type, request -> {
            action.accept(request);
            return CompletableFuture.completedFuture(request);
        });
    }

    /** Runs an action before the next request of a type is carried out, once. */
    public void beforeNext(MessageType type, Runnable action) {
        beforeNext(type, any -> true, () -> {
            action.run();
            return CompletableFuture.completedFuture(type);
        });
    }

    /** The same before the next such request, which waits for the action's end. */
    public void beforeNext(MessageType type, Predicate<Message> which, Supplier<CompletionStage<?>> action) {
        interludes.beforeNext(type, which, action);
    }

    /** Removes the actions in between. */
    public void quiet() {
        interludes.quiet();
    }

    public void put(FragmentId id, RedundancyScheme scheme, int segmentLength, byte[] bytes) {
        shelf.fragments()
                .putIfAbsent(
                        id,
                        new StoredFragment(
                                bytes, StoredFragment.crc32c(bytes), scheme, segmentLength, WriteHint.UNKNOWN));
    }

    /** Beside the fragments of a write. */
    public void name(WriteId writeId, Manifest manifest) {
        shelf.manifests().put(writeId, manifest);
    }

    /** Flips a bit of every fragment; the stored checksum stays. */
    public void corruptAll() {
        shelf.fragments().replaceAll((id, stored) -> stored.corrupted());
    }

    /** Stores other bytes, with a checksum that fits them. */
    public void forgeAll() {
        shelf.fragments().replaceAll((id, stored) -> stored.forged());
    }

    /** Cuts a byte off every fragment, with a checksum that fits the rest. */
    public void truncateAll() {
        shelf.fragments().replaceAll((id, stored) -> stored.truncated());
    }

    /** Cuts every fragment to the length that shards had in the first format, with a checksum that fits. */
    public void ageAll() {
        shelf.fragments().replaceAll((id, stored) -> stored.aged());
    }

    public void loseAll() {
        shelf.clear();
    }

    /** Fragments and manifest of a write. */
    public void lose(WriteId writeId) {
        shelf.lose(writeId);
    }

    /** Copies all fragments of a write to another server. */
    public void copyTo(FakeFlashServer other, WriteId writeId) {
        shelf.fragments().forEach((id, stored) -> {
            if (id.writeId().equals(writeId)) {
                other.shelf.fragments().put(id, stored);
            }
        });
    }

    /** Those it holds; the test may change them. */
    public NavigableMap<FragmentId, StoredFragment> fragments() {
        return shelf.fragments();
    }

    /** Fragments of a write. */
    public int count(WriteId writeId) {
        return shelf.count(writeId);
    }

    public boolean holds(WriteId writeId) {
        return count(writeId) > 0;
    }

    /** By the writes they belong to. */
    public Map<WriteId, Manifest> manifests() {
        return Map.copyOf(shelf.manifests());
    }

    /** Hints of the fragments it holds. */
    public List<WriteHint> hints() {
        return shelf.fragments().values().stream()
                .map(StoredFragment::hint)
                .distinct()
                .toList();
    }

    public long received(MessageType type) {
        return received.stream().filter(type::equals).count();
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        received.add(request.type());
        return orders.obey(request, this::answer);
    }

    private Message answer(Message request) {
        return switch (request.type()) {
            case PUT_FRAGMENT -> {
                if (!info.isWritable()) {
                    throw new ChameleonError(ErrorCode.DRAINING, info.id() + " takes no fragments");
                }
                yield answers.put(request.header(PutFragmentRequest.class), request.payload());
            }
            case PUT_MANIFEST -> answers.name(request.header(PutManifestRequest.class));
            case GET_FRAGMENT -> answers.get(request.header(GetFragmentRequest.class));
            case DELETE_FRAGMENTS -> answers.delete(request.header(DeleteFragmentsRequest.class), shortOfSpace);
            case LIST_FRAGMENTS -> answers.list(request.header(ListFragmentsRequest.class));
            case DAMAGED_FRAGMENTS -> answers.damaged();
            case DRAIN -> Message.of(MessageType.DRAIN, Empty.getDefaultInstance());
            case WEAR_REPORT -> Message.of(MessageType.WEAR_REPORT, ClusterWire.pack(wear()));
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + request.type());
        };
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
}
