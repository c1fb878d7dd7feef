package io.chameleon.s3.http;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: one request at a time, in order; the next is read from the socket when the answer has been
 * taken. All of it runs on the channel's event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Connection.class);
    private static final int LINGER_MILLIS = 2000;

    private final HttpServer server;
    private final SocketChannel channel;
    private final boolean secure;
    private @Nullable Exchange current;
    private long idleSince = System.nanoTime();
    private boolean answered;
    private boolean draining;
    private boolean lingering;
    /** A message has been asked for and has not come. */
    private boolean wanted;
    /** The client has said that it sends no more. */
    private boolean inputEnded;

    Connection(HttpServer server, SocketChannel channel, boolean secure) {
        this.server = server;
        this.channel = channel;
        this.secure = secure;
    }

    SocketChannel channel() {
        return channel;
    }

    HttpServer server() {
        return server;
    }

    boolean isSecure() {
        return secure;
    }

    /** Also while its order to drain is on the way. */
    boolean isDraining() {
        return draining || server.isClosing();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        tick();
        read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        wanted = false;
        Exchange exchange = current;
        if (message instanceof HttpRequest head && exchange == null && !lingering) {
            current = new Exchange(this, head);
            current.begin();
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpContent content && exchange != null && !lingering) {
            exchange.body().received(content);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    /** Reads one more message. */
    void read() {
        wanted = true;
        channel.read();
        endIfNoneComes();
    }

    /** What the client sent before it closed its side may still wait for its turn, and is answered. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (lingering) {
                close();
            } else {
                endIfNoneComes();
            }
        }
    }

    private void endIfNoneComes() {
        if (!inputEnded || !wanted) {
            return;
        }
        wanted = false;
        if (current == null) {
            close();
        } else {
            current.body().fail(new S3Exception(S3Error.INCOMPLETE_BODY, "the client ended before its body"));
        }
    }

    /** The flow control takes a read as done when the socket has nothing more, whether a message came or not. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (wanted && !inputEnded) {
            channel.read();
        }
    }

    void proceed() {
        ChannelFuture unused =
                channel.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }

    /** The answer has been taken. */
    void served(boolean keepAlive, boolean bodyIsRead) {
        current = null;
        if (keepAlive && !draining) {
            idleSince = System.nanoTime();
            answered = true;
            read();
        } else if (bodyIsRead || inputEnded) {
            close();
        } else {
            linger();
        }
    }

    /**
     * A client that is still sending would lose the answer if the socket were closed at once: what arrives meets a
     * reset.
     */
    private void linger() {
        lingering = true;
        if (!secure) {
            ChannelFuture unused = channel.shutdownOutput();
        }
        channel.config().setAutoRead(true);
        var unused = channel.eventLoop().schedule(this::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    void close() {
        ChannelFuture unused = channel.close();
    }

    /** Ends when the request in flight has been answered. */
    void drain() {
        draining = true;
        if (current == null) {
            close();
        }
    }

    private void tick() {
        if (!channel.isOpen()) {
            return;
        }
        HttpLimits limits = server.limits();
        long now = System.nanoTime();
        Exchange exchange = current;
        if (exchange != null) {
            exchange.check(limits, now);
        } else if (!lingering && now - idleSince > server.patience(answered).toNanos()) {
            close();
        }
        var unused = channel.eventLoop().schedule(this::tick, limits.tick().toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (current != null) {
            current.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        Exchange exchange = current;
        current = null;
        if (exchange != null) {
            exchange.lost(new S3Exception(S3Error.INCOMPLETE_BODY, "the client closed the connection"));
        }
        server.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.debug("connection of {} closed", channel.remoteAddress(), cause);
        close();
    }
}
