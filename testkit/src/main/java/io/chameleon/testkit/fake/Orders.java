package io.chameleon.testkit.fake;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a test has told a {@link FakeFlashServer} to do with requests. The first order that fits a request counts. */
final class Orders {
    /** What happens to requests of a type instead of an answer. */
    private record Fault(MessageType type, Predicate<Message> of, Supplier<CompletionStage<Message>> answer) {}

    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final Interludes interludes;
    private final List<CompletableFuture<Message>> hanging = new CopyOnWriteArrayList<>();

    /** @param interludes run before a request that does not fail */
    Orders(Interludes interludes) {
        this.interludes = interludes;
    }

    void fail(MessageType type, Predicate<Message> which, Supplier<? extends Throwable> error) {
        faults.add(new Fault(type, which, () -> CompletableFuture.failedFuture(error.get())));
    }

    void hang(MessageType type, Predicate<Message> which) {
        faults.add(new Fault(type, which, () -> {
            CompletableFuture<Message> never = new CompletableFuture<>();
            hanging.add(never);
            return never;
        }));
    }

    /** Requests left without an answer that their callers still wait for. */
    long pending() {
        return hanging.stream().filter(request -> !request.isDone()).count();
    }

    void heal() {
        faults.clear();
    }

    CompletionStage<Message> obey(Message request, Function<Message, Message> answer) {
        for (Fault fault : faults) {
            if (fault.type == request.type() && fault.of.test(request)) {
                return fault.answer.get();
            }
        }
        CompletionStage<?> first = interludes.before(request);
        return first == null
                ? CompletableFuture.completedFuture(answer.apply(request))
                : first.thenApply(done -> answer.apply(request));
    }
}
