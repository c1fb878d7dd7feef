package io.chameleon.transport;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.BrokenFrameException;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.FrameLimits;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.wire.Empty;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's end of one connection: greets, admits requests up to the bounds, and stops reading beyond them, so that TCP holds
 * back the client. All state belongs to the channel's event loop.
 *
 * <p>A request counts against the bounds from its arrival until its answer has left the process, or until the handler lets go of it if
 * nobody waits any more. A peer that takes too few of the answers to its requests is closed ({@link SlowReader}).
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ServerConnection.class);

    private final NettyRpcServer server;
    private final TransportConfig config;
    private final Channel channel;
    private final FrameDecoder decoder;
    private final String peer;

    /** Requests in the handler, or whose answers are not sent yet. */
    private final LongObjectMap<Exchange> open = new LongObjectHashMap<>();
    /** Requests of the read that went over the bound; no more is read before they are admitted. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    private long inFlightBytes;
    /** As {@link CallContext#caller()}, once it is known. */
    private String caller;

    private boolean awaitsMemory;
    private final ServerHandshake handshake;
    private @Nullable Session session;
    private @Nullable Future<?> helloTimeout;
    private boolean draining;
    private boolean brokenOff;
    private int unsent;
    private final SlowReader slowReader;

    private record Waiting(Frame frame, long arrivedNanos) {}

    ServerConnection(NettyRpcServer server, TransportConfig config, Channel channel, FrameDecoder decoder) {
        this.server = server;
        this.config = config;
        this.channel = channel;
        this.decoder = decoder;
        this.handshake = new ServerHandshake(config, server.id(), server.cluster(), channel);
        this.peer = String.valueOf(channel.remoteAddress());
        this.caller = peer;
        this.slowReader = new SlowReader(channel.eventLoop(), config.frameTimeout(), this::readsTooSlowly);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        helloTimeout = ctx.executor()
                .schedule(
                        () -> breakOff("no " + handshake.awaited() + " within " + config.connectTimeout()),
                        config.connectTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Frame frame = (Frame) message;
        if (brokenOff) {
            frame.release();
            return;
        }
        if (session == null) {
            greet(frame);
            return;
        }
        switch (frame.kind()) {
            case REQUEST -> arrived(frame);
            case CANCEL -> cancel(frame);
            case HELLO, AUTH, RESPONSE, ERROR, GOODBYE -> {
                frame.release();
                throw new BrokenFrameException("frame kind: '" + frame.kind() + "' given, expected REQUEST or CANCEL");
            }
        }
    }

    private void greet(Frame frame) {
        try {
            Session opened = handshake.take(frame);
            if (opened != null) {
                session = opened;
                caller = new CallContext(peer, 0, opened.principal()).caller();
                cancelHelloTimeout();
                decoder.limit(new FrameLimits(config.maxHeaderBytes(), config.maxPayloadBytes()));
                log.debug(
                        "connection from {}, {} ({})",
                        peer,
                        opened.principal(),
                        opened.greeting().software());
            }
        } catch (ChameleonError e) {
            breakOff(e);
        } finally {
            frame.release();
        }
    }

    // ---- requests ---------------------------------------------------------------------------------------------------

    private void arrived(Frame frame) {
        if (frame.stream() == 0 || open.containsKey(frame.stream())) {
            frame.release();
            throw new BrokenFrameException(
                    "frame stream: '" + frame.stream() + "' given, expected one that is not open");
        }
        if (draining) {
            frame.release();
            refuse(frame, new NotExecutedError("the server is closing"));
        } else {
            count(frame.bodyBytes());
            if (waiting.isEmpty() && hasRoom()) {
                start(new Waiting(frame, System.nanoTime()));
            } else {
                waiting.add(new Waiting(frame, System.nanoTime()));
            }
        }
        updateReading();
    }

    private boolean hasRoom() {
        return open.size() < config.maxInFlightRequests() && inFlightBytes < config.maxInFlightBytes();
    }

    private void start(Waiting next) {
        Frame frame = next.frame();
        Session current = session;
        if (current == null || !current.isValid(config.security())) {
            drop(frame);
            // A client that has a newer token connects again and shows it.
            breakOff(new ChameleonError(
                    ErrorCode.UNAUTHENTICATED, "the token of this connection is no longer accepted"));
            return;
        }
        try {
            MessageType type = knownType(frame);
            long deadline = next.arrivedNanos() + TimeUnit.MICROSECONDS.toNanos(frame.deadlineMicros());
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw Invocation.deadlineExceeded(type);
            }
            Message request = new Message(
                    type,
                    Headers.parse(type, type.requestParser(), frame.header()),
                    frame.payload(),
                    OptionalInt.of(frame.payloadCrc32c()));
            Exchange exchange = new Exchange(this, type, frame.stream(), frame.bodyBytes());
            open.put(frame.stream(), exchange);
            inFlightBytes += exchange.chargedBytes();
            CallContext context = new CallContext(
                    peer, deadline, current.principal(), current.greeting().cluster(), exchange);
            exchange.start(server, request, context, left);
        } catch (ChameleonError e) {
            drop(frame);
            refuse(frame, e);
        }
    }

    /** Releases a request that no handler will see. */
    private void drop(Frame frame) {
        count(-frame.bodyBytes());
        frame.release();
    }

    /** Room for an answer, which counts from now on. */
    MemoryBudget.Reservation reservation(long bytes, Runnable later) {
        return server.memory().reservation(caller, bytes, later);
    }

    /** Requests from their arrival on, then their answers until they are sent. */
    private void count(long bytes) {
        server.memory().add(caller, bytes);
    }

    private static MessageType knownType(Frame frame) {
        MessageType type = MessageType.ofCode(frame.type());
        if (type == null) {
            throw new ChameleonError(
                    ErrorCode.PROTOCOL_ERROR,
                    "message type: '" + frame.type() + "' given, expected one this server knows");
        }
        return type;
    }

    private void cancel(Frame frame) {
        frame.release();
        Exchange exchange = open.get(frame.stream());
        if (exchange != null) {
            exchange.abandon();
        }
        waiting.removeIf(queued -> {
            boolean cancelled = queued.frame().stream() == frame.stream();
            if (cancelled) {
                drop(queued.frame());
            }
            return cancelled;
        });
        updateReading();
    }

    /** Sends an answer, or nothing if nobody waits for it; then the request no longer counts. */
    void finish(Exchange exchange, @Nullable ByteBuf answer) {
        long reserved = exchange.endReservation();
        if (answer == null || exchange.isAbandoned()) {
            if (answer != null) {
                answer.release();
            }
            count(-reserved);
            settle(exchange);
            return;
        }
        long more = exchange.charge(answer.readableBytes());
        inFlightBytes += more;
        count(more - reserved);
        send(answer, () -> settle(exchange));
        updateReading();
    }

    private void settle(Exchange exchange) {
        open.remove(exchange.stream());
        inFlightBytes -= exchange.chargedBytes();
        count(-exchange.chargedBytes());
        while (!waiting.isEmpty() && hasRoom() && !brokenOff) {
            start(waiting.remove());
        }
        updateReading();
        closeIfDrained();
    }

    private void refuse(Frame frame, ChameleonError error) {
        ByteBuf answer = Frame.encode(
                channel.alloc(),
                FrameKind.ERROR,
                Preamble.NOT_EXECUTED,
                frame.type(),
                frame.stream(),
                WireErrors.pack(error));
        send(answer, () -> {});
    }

    private void send(ByteBuf frame, Runnable done) {
        unsent++;
        int bytes = frame.readableBytes();
        slowReader.sending(bytes);
        Channels.send(channel, frame, sent -> {
            unsent--;
            slowReader.sent(bytes);
            done.run();
            updateReading();
        });
    }

    private void readsTooSlowly(String how) {
        server.strangers().warn("connection from {} closed: {}", peer, how);
        Channels.close(channel);
    }

    private void updateReading() {
        if (!channel.isActive()) {
            return;
        }
        // Refusals count as well: whoever asks for nothing but errors must read them.
        boolean read = waiting.isEmpty() && hasRoom() && unsent < config.maxInFlightRequests() && serverHasRoom();
        if (channel.config().isAutoRead() != read) {
            decoder.readingChanged();
            channel.config().setAutoRead(read);
        }
    }

    private boolean serverHasRoom() {
        // One request to be woken is enough.
        if (awaitsMemory) {
            return false;
        }
        awaitsMemory = !server.memory().hasRoom(caller, this::wakeForMemory);
        return !awaitsMemory;
    }

    /** On any thread. */
    private void wakeForMemory() {
        try {
            channel.eventLoop().execute(this::memoryCameFree);
        } catch (RejectedExecutionException closed) {
            // So is the connection.
        }
    }

    private void memoryCameFree() {
        awaitsMemory = false;
        updateReading();
    }

    @Nullable
    Greeting greeting() {
        return session == null ? null : session.greeting();
    }

    Channel channel() {
        return channel;
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Takes no more requests; closes once those in flight are answered. */
    void drain() {
        draining = true;
        if (session == null) {
            Channels.close(channel);
            return;
        }
        Channels.send(channel, Frame.encode(channel.alloc(), FrameKind.GOODBYE, 0, 0, 0, Empty.getDefaultInstance()));
        while (!waiting.isEmpty()) {
            Frame frame = waiting.remove().frame();
            drop(frame);
            refuse(frame, new NotExecutedError("the server is closing"));
        }
        closeIfDrained();
    }

    private void closeIfDrained() {
        if (draining && open.isEmpty()) {
            // Behind whatever is still to be written.
            send(Unpooled.EMPTY_BUFFER, () -> Channels.close(channel));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelHelloTimeout();
        slowReader.close();
        while (!waiting.isEmpty()) {
            drop(waiting.remove().frame());
        }
        List.copyOf(open.values()).forEach(Exchange::abandon);
        server.disconnected(this);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        // Idle with something to send: the peer has stopped reading.
        if (event instanceof IdleStateEvent && (open.isEmpty() && waiting.isEmpty() || unsent > 0)) {
            log.debug(
                    "connection from {} closed: idle for {}",
                    peer,
                    config.idleTimeout().multipliedBy(2));
            Channels.close(channel);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof BrokenFrameException) {
            breakOff(String.valueOf(cause.getMessage()));
        } else if (cause.getCause() instanceof SSLException refused) {
            server.strangers().warn("connection from {} closed: {}", peer, TlsErrors.describe(refused));
            Channels.close(channel);
        } else if (cause instanceof IOException) {
            log.debug("connection from {} lost: {}", peer, cause.getMessage());
            Channels.close(channel);
        } else {
            log.error("connection from {} closed: a defect of this server", peer, cause);
            Channels.close(channel);
        }
    }

    private void breakOff(String reason) {
        breakOff(new ChameleonError(ErrorCode.PROTOCOL_ERROR, reason));
    }

    private void breakOff(ChameleonError error) {
        if (channel.isActive() && !brokenOff) {
            brokenOff = true;
            tell(error);
            ByteBuf farewell = Frame.encode(channel.alloc(), FrameKind.ERROR, 0, 0, 0, WireErrors.pack(error));
            send(farewell, () -> Channels.close(channel));
        }
    }

    private void tell(ChameleonError why) {
        String line = OneLine.of(why.getMessage());
        if (why.code() == ErrorCode.WRONG_CLUSTER && channel.remoteAddress() instanceof InetSocketAddress from) {
            server.foreigners().refused(from.getHostString(), line);
        } else {
            server.strangers().warn("connection from {} closed: {}", peer, line);
        }
    }

    private void cancelHelloTimeout() {
        Future<?> timeout = helloTimeout;
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
