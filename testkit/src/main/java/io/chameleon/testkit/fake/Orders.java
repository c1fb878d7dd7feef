package io.chameleon.testkit.fake;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a test has told a {@link FakeFlashServer} to do with requests. The first order that fits a request counts. */
final class Orders {
    /** What happens to requests of a type instead of an answer. */
    private record Fault(MessageType type, Predicate<Message> of, Supplier<CompletionStage<Message>> answer) {}

    /** What runs first. */
    private record Interlude(
            MessageType type, Predicate<Message> of, Function<Message, ? extends CompletionStage<?>> action) {}

    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Interlude> before = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Message>> hanging = new CopyOnWriteArrayList<>();

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

    void before(MessageType type, Function<Message, ? extends CompletionStage<?>> action) {
        before.add(new Interlude(type, any -> true, action));
    }

    void beforeNext(MessageType type, Predicate<Message> which, Supplier<? extends CompletionStage<?>> action) {
        AtomicBoolean first = new AtomicBoolean(true);
        before.add(
                new Interlude(type, request -> which.test(request) && first.getAndSet(false), request -> action.get()));
    }

    void quiet() {
        before.clear();
    }

    CompletionStage<Message> obey(Message request, Function<Message, Message> answer) {
        for (Fault fault : faults) {
            if (fault.type == request.type() && fault.of.test(request)) {
                return fault.answer.get();
            }
        }
        for (Interlude interlude : before) {
            if (interlude.type == request.type() && interlude.of.test(request)) {
                return interlude.action.apply(request).thenApply(done -> answer.apply(request));
            }
        }
        return CompletableFuture.completedFuture(answer.apply(request));
    }
}
