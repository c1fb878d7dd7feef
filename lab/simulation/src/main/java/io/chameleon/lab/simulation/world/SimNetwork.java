package io.chameleon.lab.simulation.world;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The network between simulated processes. Messages are delayed, overtake each other, are lost or arrive twice as
 * {@link NetworkConditions} say. A caller whose request or answer is lost learns that the connection broke, or nothing
 * until its timeout. {@link LoopbackNetwork} handles what arrives as the product's own servers do.
 */
public final class SimNetwork {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long USUAL_NANOS = 400 * MICRO;
    private static final long DELAYED_NANOS = 4_000 * MILLI;
    /**
     * One delayed message in this many is stuck in a buffer for up to a minute and a half, and arrives nevertheless.
     */
    private static final int STUCK_IN = 20;

    private static final long STUCK_NANOS = 90_000 * MILLI;
    private static final long SLOW_NANOS = 800 * MILLI;
    private static final long BROKEN_NANOS = 3_000 * MILLI;

    /** Requests that must happen once: only TCP keeps them from arriving twice, and no client repeats them. */
    private static final Set<MessageType> SINGLE = EnumSet.of(
            MessageType.DELETE_OBJECT,
            MessageType.UPDATE_METADATA,
            MessageType.ADVANCE_EPOCH,
            MessageType.STORE_PLAN,
            MessageType.DELETE_VERSION,
            MessageType.CONFIGURE_BUCKET);

    /** One repeat in so many comes after a timeout, when others may have changed what it is about. */
    private static final int LATE_IN = 2;

    /** How long clients repeat: their deadline. */
    private static final long LATE_NANOS = 15_000 * MILLI;

    private record Listener(SimProcess process, LoopbackNetwork loop) {}

    private final World world;
    private final NetworkConditions conditions = new NetworkConditions();
    private final SplittableRandom chance;
    private final Map<Endpoint, Listener> listeners = new HashMap<>();
    private final Set<Call> open = new LinkedHashSet<>();
    private long calls;

    public SimNetwork(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    public NetworkConditions conditions() {
        return conditions;
    }

    /** Requests sent so far. */
    public long calls() {
        return calls;
    }

    /** Makes a process listen; it stops when the process ends. */
    public void listen(Endpoint endpoint, SimProcess process, RpcHandler handler) {
        LoopbackNetwork loop = new LoopbackNetwork(process.timers(), process.ticker());
        loop.bind(endpoint, handler);
        listeners.put(endpoint.address(), new Listener(process, loop));
        process.onEnd(() -> listeners.computeIfPresent(
                endpoint.address(), (any, listener) -> listener.process == process ? null : listener));
    }

    /** Tells the other ends of its connections, now or in time or never, that a process is gone. */
    public void ended(SimProcess process) {
        for (Call call : List.copyOf(open)) {
            if (call.caller == process) {
                open.remove(call);
                call.callerIsGone();
            } else if (call.server == process) {
                call.broken("the connection was reset");
            }
        }
    }

    /** The network as one process sees it. */
    public RpcClient of(SimProcess caller) {
        return new RpcClient() {
            @Override
            public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
                Call call = new Call(caller, endpoint, request, timeout);
                call.send();
                return call.answer;
            }

            @Override
            public long nanoTime() {
                return world.time().now();
            }

            @Override
            public void close() {}
        };
    }

    private long latency(String from, String to) {
        long nanos = 30 * MICRO + chance.nextLong(USUAL_NANOS);
        if (conditions.isSlow(from) || conditions.isSlow(to)) {
            nanos += chance.nextLong(SLOW_NANOS);
        }
        if (chance.nextDouble() >= conditions.delay()) {
            return nanos;
        }
        return nanos + chance.nextLong(chance.nextInt(STUCK_IN) == 0 ? STUCK_NANOS : DELAYED_NANOS);
    }

    private boolean isLost(String from, String to) {
        return conditions.isCut(from, to) || chance.nextDouble() < conditions.loss();
    }

    private final class Call {
        private final CompletableFuture<Message> answer = new CompletableFuture<>();
        private final List<CompletableFuture<Message>> handled = new ArrayList<>(1);
        private final SimProcess caller;
        private final Endpoint endpoint;
        private final Message request;
        private final Duration timeout;
        private final String name;
        private @Nullable SimProcess server;

        Call(SimProcess caller, Endpoint endpoint, Message request, Duration timeout) {
            this.caller = caller;
            this.endpoint = endpoint;
            this.request = request;
            this.timeout = timeout;
            this.name = request.type() + "#" + calls++;
        }

        void send() {
            if (caller.isDead()) {
                request.release();
                return;
            }
            if (timeout.isNegative() || timeout.isZero()) {
                request.release();
                expire();
                return;
            }
            open.add(this);
            CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> {
                open.remove(this);
                if (answer.isCancelled()) {
                    cancelThere();
                }
            });
            caller.after(timeout.toNanos(), this::expire);
            String to = endpoint.host();
            if (isLost(caller.name(), to)) {
                world.trace().line("lost " + name + " " + caller.name() + " > " + to);
                request.release();
                broken("no answer to a connection attempt");
                return;
            }
            Listener connected = listeners.get(endpoint.address());
            boolean twice = !SINGLE.contains(request.type()) && chance.nextDouble() < conditions.duplication();
            Message copy = twice ? copy(request) : null;
            world.time().after(latency(caller.name(), to), () -> arrive(connected, request, copy));
        }

        private static Message copy(Message message) {
            return new Message(
                    message.type(), message.header(), message.payload().copy());
        }

        private void expire() {
            if (!answer.isDone()) {
                answer.completeExceptionally(
                        new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, name + ": no answer before the deadline"));
                cancelThere();
            }
        }

        /**
         * A caller that lives connects again to a process that was started later. What a dead caller sent reaches only
         * the process to which its connection led.
         */
        private void arrive(@Nullable Listener connected, Message message, @Nullable Message copy) {
            Listener listener = listeners.get(endpoint.address());
            if (listener == null || caller.isDead() && !listener.equals(connected)) {
                message.release();
                release(copy);
                back(endpoint.host(), null, new NotExecutedError("nothing listens at " + endpoint));
                return;
            }
            server = listener.process;
            CompletableFuture<Message> work = executed(listener, message);
            handled.add(work);
            CompletableFuture<Message> unused = work.whenComplete((sent, failure) -> {
                if (listener.process.isDead()) {
                    release(sent);
                } else {
                    back(endpoint.host(), sent, failure);
                }
            });
            if (copy != null) {
                long late = chance.nextInt(LATE_IN) == 0 ? chance.nextLong(LATE_NANOS) : 0;
                world.time()
                        .after(latency(caller.name(), endpoint.host()) * 3 + late, () -> repeat(listener, copy, work));
            }
        }

        private CompletableFuture<Message> executed(Listener listener, Message message) {
            world.trace().line(name + " " + caller.name() + " > " + endpoint.host());
            return listener.loop.call(endpoint, message, timeout);
        }

        /**
         * Repeats a request as a client does that got no answer. So never to a later process, which the old connection
         * does not reach, and never after a refusal, which clients believe.
         */
        private void repeat(Listener first, Message copy, CompletableFuture<Message> work) {
            if (first.process.isDead() || work.isCompletedExceptionally()) {
                copy.release();
                return;
            }
            CompletableFuture<Message> unused = executed(first, copy).whenComplete((sent, failure) -> release(sent));
        }

        private static void release(@Nullable Message message) {
            if (message != null) {
                message.release();
            }
        }

        private void back(String from, @Nullable Message message, @Nullable Throwable failure) {
            if (isLost(from, caller.name())) {
                world.trace().line("lost answer " + name);
                if (message != null) {
                    message.release();
                }
                broken("the connection was lost");
                return;
            }
            world.time()
                    .after(
                            latency(from, caller.name()),
                            () -> caller.run(() -> {
                                world.trace().line("answer " + name + (failure == null ? "" : " " + code(failure)));
                                if (message != null && !answer.complete(message)) {
                                    message.release();
                                } else if (failure != null) {
                                    answer.completeExceptionally(failure);
                                }
                            }));
        }

        private static String code(Throwable failure) {
            return failure instanceof ChameleonError error ? error.code().name() : failure.toString();
        }

        /** The caller learns of it in a while, or by its own deadline. */
        void broken(String why) {
            if (chance.nextBoolean()) {
                ChameleonError error =
                        server == null ? new NotExecutedError(why) : new ChameleonError(ErrorCode.UNAVAILABLE, why);
                caller.after(chance.nextLong(BROKEN_NANOS), () -> answer.completeExceptionally(error));
            }
        }

        /** The server may notice. */
        void callerIsGone() {
            if (chance.nextBoolean()) {
                cancelThere();
            }
        }

        private void cancelThere() {
            SimProcess there = server;
            if (there != null) {
                world.time().after(USUAL_NANOS, () -> there.run(() -> handled.forEach(work -> work.cancel(true))));
            }
        }
    }
}
