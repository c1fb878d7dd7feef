package io.chameleon.testkit.fake;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A metadata service over a mapping table in memory that on demand loses answers or runs actions in between. */
public final class FakeMetadata implements RpcHandler {
    private final MetadataAnswers answers;
    private final List<MessageType> received = new CopyOnWriteArrayList<>();
    private final Set<MessageType> hanging = ConcurrentHashMap.newKeySet();
    private final Map<MessageType, AtomicInteger> answersToLose = new ConcurrentHashMap<>();
    private final Map<MessageType, AtomicInteger> requestsToRefuse = new ConcurrentHashMap<>();
    private final Map<MessageType, ChameleonError> failing = new ConcurrentHashMap<>();
    private final Map<MessageType, Supplier<CompletionStage<?>>> afterwards = new ConcurrentHashMap<>();

    /** @param servers as they are at each request */
    public FakeMetadata(InMemoryMappingTable table, Supplier<List<ServerInfo>> servers) {
        answers = new MetadataAnswers(table, servers);
    }

    /** Carries out the next requests of a type, but answers that it is unavailable. */
    public void loseAnswers(MessageType type, int count) {
        answersToLose.put(type, new AtomicInteger(count));
    }

    /** Fails requests of a type from now on without carrying them out. */
    public void fail(MessageType type, ChameleonError error) {
        failing.put(type, error);
    }

    /** Fails the next requests of a type as overloaded, without carrying them out. */
    public void refuse(MessageType type, int count) {
        requestsToRefuse.put(type, new AtomicInteger(count));
    }

    /** Runs an action after the next request of a type has been carried out, and answers it then. */
    public void afterNext(MessageType type, Supplier<CompletionStage<?>> action) {
        afterwards.put(type, action);
    }

    /** Never answers requests of a type. */
    public void hang(MessageType type) {
        hanging.add(type);
    }

    public long received(MessageType type) {
        return received.stream().filter(type::equals).count();
    }

    /** What clients have reported. */
    public List<Damage> damage() {
        return answers.damage();
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        MessageType type = request.type();
        received.add(type);
        if (isDue(requestsToRefuse, type)) {
            throw new ChameleonError(ErrorCode.OVERLOADED, "told to refuse");
        }
        ChameleonError told = failing.get(type);
        if (told != null) {
            throw told;
        }
        if (hanging.contains(type)) {
            return new CompletableFuture<>();
        }
        Message answer = answers.to(request);
        if (isDue(answersToLose, type)) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "told to lose the answer");
        }
        Supplier<CompletionStage<?>> action = afterwards.remove(type);
        return action == null
                ? CompletableFuture.completedFuture(answer)
                : action.get().thenApply(done -> answer);
    }

    private static boolean isDue(Map<MessageType, AtomicInteger> counts, MessageType type) {
        AtomicInteger left = counts.get(type);
        return left != null && left.getAndDecrement() > 0;
    }
}
