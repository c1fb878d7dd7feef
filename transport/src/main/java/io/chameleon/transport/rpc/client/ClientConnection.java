package io.chameleon.transport.rpc.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.BrokenFrameException;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.FrameLimits;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Greeting;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.SendProgress;
import io.chameleon.transport.rpc.SendQueueFullError;
import io.chameleon.transport.rpc.TlsErrors;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.WireErrors;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.Error;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end of one connection, shared by many calls. Calls are sent from any thread; answers arrive on the
 * channel's event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    /** Most open calls, per request that the server admits; the others wait in the server's socket. */
    private static final int CALLS_PER_ADMITTED = 4;

    /**
     * Beyond either limit, calls are better sent on another connection: the queue before them takes longer than a
     * system call.
     */
    private static final int BUSY_CALLS = 32;

    private static final int BUSY_UNSENT_BYTES = 256 << 10;

    private static final String CLOSED = "closed by the peer";

    private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);

    private final Endpoint endpoint;
    private final TransportConfig config;
    private final Channel channel;
    private final FrameDecoder decoder;
    private final SendProgress progress;
    private final CompletableFuture<ClientConnection> ready;

    private final Map<Long, PendingCall> open = new ConcurrentHashMap<>();
    private final AtomicLong streams = new AtomicLong();
    private final AtomicLong unsentBytes = new AtomicLong();
    private final ClientHandshake handshake;
    private volatile @Nullable Greeting greeting;
    private volatile boolean usable = true;
    private volatile boolean lost;
    private volatile long lastReadNanos;
    private volatile String reason = CLOSED;
    /** This process's lack of memory, if that is the reason: its calls say what helps. */
    private volatile @Nullable OutOfMemoryError full;

    private @Nullable Future<?> helloTimeout;
    private final long begunNanos = System.nanoTime();

    /** @param ready completed once both sides have sent HELLO, or failed with the reason why they did not */
    ClientConnection(
            Endpoint endpoint,
            TransportConfig config,
            Channel channel,
            FrameDecoder decoder,
            SendProgress progress,
            CompletableFuture<ClientConnection> ready) {
        this.endpoint = endpoint;
        this.config = config;
        this.channel = channel;
        this.decoder = decoder;
        this.progress = progress;
        this.handshake = new ClientHandshake(config, endpoint, channel);
        this.ready = ready;
    }

    /** Whether new calls may use it. */
    boolean isUsable() {
        return usable;
    }

    /** Whether another connection would serve a new call better. */
    boolean isBusy() {
        return open.size() >= BUSY_CALLS || unsentBytes.get() >= BUSY_UNSENT_BYTES;
    }

    // ---- calls, from any thread -------------------------------------------------------------------------------------

    /** Sends a request and takes over its payload. Fails the call if it cannot. */
    void send(PendingCall call) {
        Message request = call.request();
        int server;
        try {
            server = admit(call, request.payload().readableBytes());
        } catch (ChameleonError e) {
            request.release();
            call.fail(e);
            return;
        }
        try {
            encodeAndSend(call, request, server);
        } catch (RuntimeException e) {
            // The payload was already released, or there is no memory for the frame.
            call.fail(new ChameleonError(ErrorCode.INTERNAL, call.type() + " cannot be sent", e));
        }
    }

    private void encodeAndSend(PendingCall call, Message request, int server) {
        long now = System.nanoTime();
        long stream = streams.incrementAndGet();
        ByteBuf frame = Frame.encode(
                channel.alloc(),
                FrameKind.REQUEST,
                server,
                request.type().code(),
                stream,
                Math.max(1, call.microsLeft(now)),
                request.header(),
                request.payload(),
                request.payloadCrc32c());
        open.put(stream, call);
        CompletableFuture<Message> unused = call.answer().whenComplete((answer, failure) -> forget(stream, call, now));
        int bytes = frame.readableBytes();
        unsentBytes.addAndGet(bytes);
        call.queued(progress::lastNanos);
        Channels.send(channel, frame, sent -> {
            unsentBytes.addAndGet(-bytes);
            call.sent(System.nanoTime());
            if (!sent) {
                // An incomplete frame reaches no handler.
                call.fail(new NotExecutedError("connection to " + endpoint + " lost: " + reason, full));
            }
        });
        if (lost) {
            // The sweep of channelInactive may have run before the put.
            call.fail(connectionLost());
        }
    }

    /** Returns the number of the flash server within the peer's process. */
    private int admit(PendingCall call, int payloadBytes) {
        Greeting agreed = greeting;
        if (agreed != null) {
            agreed.requireFits(call.type(), call.request().header().getSerializedSize(), payloadBytes);
        }
        if (open.size() >= CALLS_PER_ADMITTED * config.maxInFlightRequests()
                || unsentBytes.get() > 0 && unsentBytes.get() + payloadBytes > config.maxInFlightBytes()) {
            throw new SendQueueFullError(call.type() + ": " + open.size() + " requests and " + unsentBytes.get()
                    + " unsent bytes wait for " + endpoint);
        }
        return call.endpoint().numberAmong(agreed == null ? List.of() : agreed.servers());
    }

    /** The call is over. Tells the peer if it does not know. */
    private void forget(long stream, PendingCall call, long sentNanos) {
        boolean unanswered = open.remove(stream, call);
        if (unanswered && !lost) {
            Guest.run(() -> Channels.send(
                    channel,
                    Frame.encode(channel.alloc(), FrameKind.CANCEL, 0, 0, stream, Empty.getDefaultInstance())));
            if (!call.answer().isCancelled()) {
                retireIfSilent(sentNanos);
            }
        }
        if (!usable && open.isEmpty()) {
            Channels.close(channel);
        }
    }

    /** A deadline has passed, and the peer has long been silent: the path may be dead, which TCP notices late. */
    private void retireIfSilent(long sentNanos) {
        long silence = System.nanoTime() - lastReadNanos;
        if (lastReadNanos - sentNanos < 0 && silence >= config.connectTimeout().toNanos()) {
            usable = false;
        }
    }

    // ---- the channel ------------------------------------------------------------------------------------------------

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        handshake.begin();
        helloTimeout = ctx.executor()
                .schedule(
                        () -> close("no HELLO within " + Durations.text(config.connectTimeout())
                                + ": it may be another service's port"),
                        config.connectTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Frame frame = (Frame) message;
        lastReadNanos = System.nanoTime();
        if (frame.kind() == FrameKind.ERROR && frame.stream() == 0) {
            refused(frame);
        } else if (greeting == null) {
            greet(frame);
        } else if (frame.kind() == FrameKind.RESPONSE || frame.kind() == FrameKind.ERROR) {
            PendingCall call = open.remove(frame.stream());
            if (call == null) {
                // Too late: the caller has given up.
                frame.release();
            } else {
                call.answered(frame);
            }
        } else {
            frame.release();
            if (frame.kind() != FrameKind.GOODBYE) {
                throw new BrokenFrameException("frame kind: '" + frame.kind() + "' given, expected an answer");
            }
            usable = false;
            if (open.isEmpty()) {
                close("the server is closing");
            }
        }
    }

    private void greet(Frame frame) {
        try {
            Greeting agreed = handshake.take(frame);
            if (agreed != null) {
                greeting = agreed;
                decoder.limit(new FrameLimits(config.maxHeaderBytes(), config.maxPayloadBytes()));
                cancelHelloTimeout();
                ready.complete(this);
            }
        } catch (ChameleonError e) {
            ready.completeExceptionally(e);
            close(String.valueOf(e.getMessage()));
        } finally {
            frame.release();
        }
    }

    /** The server reports why it is about to close. */
    private void refused(Frame frame) {
        frame.release();
        try {
            ChameleonError told = WireErrors.unpack(Error.parseFrom(frame.header()), false);
            // As if this side had noticed first: addresses are reused.
            ChameleonError error = told.code() == ErrorCode.WRONG_CLUSTER || cameTooLate(told)
                    ? new NotExecutedError("no connection to " + endpoint + ": " + told.getMessage())
                    : told;
            ready.completeExceptionally(error);
            close(String.valueOf(error.getMessage()));
        } catch (InvalidProtocolBufferException e) {
            close("an error that cannot be read");
        }
    }

    /** This process may have been stopped while it connected, so that the peer waited in vain for its HELLO. */
    private boolean cameTooLate(ChameleonError told) {
        return told.code() == ErrorCode.PROTOCOL_ERROR
                && greeting == null
                && System.nanoTime() - begunNanos >= config.connectTimeout().toNanos();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        usable = false;
        lost = true;
        cancelHelloTimeout();
        if (greeting == null && reason.equals(CLOSED)) {
            reason = CLOSED + " before it greeted: it may "
                    + (channel.pipeline().get(SslHandler.class) == null ? "expect TLS" : "not speak TLS")
                    + ", or take no more connections";
        }
        ready.completeExceptionally(new NotExecutedError("no connection to " + endpoint + ": " + reason, full));
        for (Long stream : open.keySet()) {
            PendingCall call = open.remove(stream);
            if (call != null) {
                call.fail(connectionLost());
            }
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        // Before that the timeout for HELLO says why there is no connection.
        if (event instanceof IdleStateEvent && greeting != null && open.isEmpty()) {
            close("idle");
        } else if (event instanceof SslHandshakeCompletionEvent handshaken && !handshaken.isSuccess()) {
            distrust(handshaken.cause());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause.getCause() instanceof SSLException refused) {
            distrust(refused);
        } else if (cause instanceof BrokenFrameException broken && greeting == null) {
            close(OneLine.of(broken.getMessage()) + (broken.sender().isEmpty() ? "" : "; it is " + broken.sender()));
            return;
        } else if (cause instanceof BrokenFrameException) {
            log.warn("connection to {} closed: {}", endpoint, cause.getMessage());
        } else {
            log.debug("connection to {} closed", endpoint, cause);
        }
        String what = "";
        if (cause instanceof OutOfMemoryError memory) {
            full = memory;
            what = "this process has too little memory: ";
        }
        close(cause instanceof IOException && greeting == null ? CLOSED : what + OneLine.of(cause.getMessage()));
    }

    /** TLS failed; unless a timeout or a lost peer is the cause, a retry will not help. */
    private void distrust(Throwable cause) {
        if (cause instanceof SSLException && !(cause instanceof SslHandshakeTimeoutException)) {
            ready.completeExceptionally(new ChameleonError(
                    ErrorCode.UNAUTHENTICATED,
                    "no connection to " + endpoint + ": " + TlsErrors.describe(cause),
                    cause));
        }
    }

    void close(String why) {
        usable = false;
        reason = why;
        Channels.close(channel);
    }

    private ChameleonError connectionLost() {
        return new ChameleonError(ErrorCode.UNAVAILABLE, "connection to " + endpoint + " lost: " + reason, full);
    }

    private void cancelHelloTimeout() {
        Future<?> timeout = helloTimeout;
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
