package io.chameleon.transport.rpc.server;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.BrokenFrameException;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.FrameLimits;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Greeting;
import io.chameleon.transport.rpc.Headers;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.Session;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.WireErrors;
import io.chameleon.transport.wire.Empty;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.local.LocalChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of one connection: greets, admits requests up to the limits, and stops reading beyond them, so that
 * TCP slows the client down. All state belongs to the channel's event loop.
 *
 * <p>A request counts against the limits from its arrival until its answer is sent or, if the caller no longer waits,
 * until the handler releases it. The connection of a peer that reads its answers too slowly is closed
 * ({@link SlowReader}).
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {
    private final NettyRpcServer server;
    private final TransportConfig config;
    private final Channel channel;
    private final FrameDecoder decoder;
    private final String peer;
    private final ConnectionLog log;

    /** Requests in the handler, or whose answers are not sent yet. */
    private final LongObjectMap<Exchange> open = new LongObjectHashMap<>();
    /** Requests of the last read that exceeded the limit; nothing more is read before they are admitted. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    private long inFlightBytes;
    private final MemoryShare memory;
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
        this.handshake = new ServerHandshake(config, server.ids(), server.cluster(), channel);
        this.peer = String.valueOf(channel.remoteAddress());
        this.log = new ConnectionLog(server.strangers(), server.foreigners(), channel.remoteAddress());
        this.memory = new MemoryShare(server.memory(), peer, channel.eventLoop(), this::updateReading);
        this.slowReader = new SlowReader(channel.eventLoop(), config.frameTimeout(), this::readsTooSlowly);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        helloTimeout = ctx.executor()
                .schedule(
                        () -> breakOff(
                                "no " + handshake.awaited() + " within " + Durations.text(config.connectTimeout())),
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
                memory.belongsTo(new CallContext(peer, 0, opened.principal()).caller());
                cancelHelloTimeout();
                decoder.limit(new FrameLimits(config.maxHeaderBytes(), config.maxPayloadBytes()));
                log.opened(opened);
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
            memory.count(frame.bodyBytes());
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
            // A client with a newer token reconnects with it.
            breakOff(new ChameleonError(
                    ErrorCode.UNAUTHENTICATED, "the token of this connection is no longer accepted"));
            return;
        }
        try {
            MessageType type = knownType(frame);
            RpcHandler handler = server.handler(frame.flags());
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
            exchange.start(handler, server.threads(), request, context, left);
        } catch (ChameleonError e) {
            drop(frame);
            refuse(frame, e);
        }
    }

    /** Releases a request that no handler will see. */
    private void drop(Frame frame) {
        memory.count(-frame.bodyBytes());
        frame.release();
    }

    /** Reserves room for an answer, which counts from now on. On any thread. */
    MemoryBudget.Reservation reservation(long bytes, Runnable later) {
        return memory.reservation(bytes, later);
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

    /** Sends an answer, or nothing if the caller no longer waits; then the request no longer counts. */
    void finish(Exchange exchange, @Nullable Outgoing answer) {
        long reserved = exchange.endReservation();
        if (answer == null || exchange.isAbandoned()) {
            if (answer != null) {
                answer.release();
            }
            memory.count(-reserved);
            settle(exchange);
            return;
        }
        long more = exchange.charge(answer.held());
        inFlightBytes += more;
        memory.count(more - reserved);
        send(answer, () -> settle(exchange));
        updateReading();
    }

    private void settle(Exchange exchange) {
        open.remove(exchange.stream());
        inFlightBytes -= exchange.chargedBytes();
        memory.count(-exchange.chargedBytes());
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
        send(Outgoing.of(frame), done);
    }

    private void send(Outgoing frame, Runnable done) {
        unsent++;
        int bytes = frame.length();
        slowReader.sending(bytes);
        frame.send(channel, sent -> {
            unsent--;
            slowReader.sent(bytes);
            done.run();
            updateReading();
        });
    }

    private void readsTooSlowly(String how) {
        log.tooSlow(how);
        Channels.close(channel);
    }

    private void updateReading() {
        if (!channel.isActive()) {
            return;
        }
        // Refusals count as well: a client that causes only errors must read them.
        boolean read = waiting.isEmpty() && hasRoom() && unsent < config.maxInFlightRequests() && memory.hasRoom();
        if (channel.config().isAutoRead() != read) {
            decoder.readingChanged();
            channel.config().setAutoRead(read);
        }
    }

    /** Whether bytes may go from a file to the socket: not if they have to be encrypted, or if there is no socket. */
    boolean sendsFiles() {
        return channel.pipeline().get(SslHandler.class) == null && !(channel instanceof LocalChannel);
    }

    @Nullable
    Greeting greeting() {
        return session == null ? null : session.greeting();
    }

    Channel channel() {
        return channel;
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Accepts no more requests; closes once those in flight are answered. */
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
            // After everything that is still to be written.
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
            log.idle(config.idleTimeout().multipliedBy(2));
            Channels.close(channel);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof BrokenFrameException) {
            breakOff(String.valueOf(cause.getMessage()));
        } else {
            log.failed(cause);
            Channels.close(channel);
        }
    }

    private void breakOff(String reason) {
        breakOff(new ChameleonError(ErrorCode.PROTOCOL_ERROR, reason));
    }

    private void breakOff(ChameleonError error) {
        if (channel.isActive() && !brokenOff) {
            brokenOff = true;
            log.brokenOff(error);
            ByteBuf farewell = Frame.encode(channel.alloc(), FrameKind.ERROR, 0, 0, 0, WireErrors.pack(error));
            send(farewell, () -> Channels.close(channel));
        }
    }

    private void cancelHelloTimeout() {
        Future<?> timeout = helloTimeout;
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
