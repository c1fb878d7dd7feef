package io.chameleon.testkit.fake;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What runs before a {@link FakeFlashServer} answers. The first interlude that fits a request counts. */
final class Interludes {
    private record Interlude(
            MessageType type, Predicate<Message> of, Function<Message, ? extends CompletionStage<?>> action) {}

    private final List<Interlude> all = new CopyOnWriteArrayList<>();

    void before(MessageType type, Function<Message, ? extends CompletionStage<?>> action) {
        all.add(new Interlude(type, any -> true, action));
    }

    void beforeNext(MessageType type, Predicate<Message> which, Supplier<? extends CompletionStage<?>> action) {
        AtomicBoolean first = new AtomicBoolean(true);
        all.add(new Interlude(type, request -> which.test(request) && first.getAndSet(false), request -> action.get()));
    }

    void quiet() {
        all.clear();
    }

    /** Completes when the request may be answered; null: at once. */
    @Nullable
    CompletionStage<?> before(Message request) {
        for (Interlude interlude : all) {
            if (interlude.type == request.type() && interlude.of.test(request)) {
                return interlude.action.apply(request);
            }
        }
        return null;
    }
}
