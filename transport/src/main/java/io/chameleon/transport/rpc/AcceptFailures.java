package io.chameleon.transport.rpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For a channel that listens. If it cannot accept a connection, as when the process may open no more files, it accepts
 * none for a second; clients wait meanwhile. That is told once, and when it has been over for a while.
 */
public final class AcceptFailures extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);
    private static final long PAUSE_SECONDS = 1;
    /** At the limit each connection that ends lets one more in. */
    private static final long QUIET_SECONDS = 10;

    private boolean told;
    private long lastNanos;

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Channel channel = context.channel();
        lastNanos = context.executor().ticker().nanoTime();
        if (!told) {
            told = true;
            LOG.warn("cannot accept connections on {}: {}", channel.localAddress(), text(cause));
            tellEndAfter(context, QUIET_SECONDS);
        }
        channel.config().setAutoRead(false);
        var unused =
                context.executor().schedule(() -> channel.config().setAutoRead(true), PAUSE_SECONDS, TimeUnit.SECONDS);
    }

    private void tellEndAfter(ChannelHandlerContext context, long seconds) {
        var unused = context.executor().schedule(() -> tellEnd(context), seconds, TimeUnit.SECONDS);
    }

    private void tellEnd(ChannelHandlerContext context) {
        long quiet = TimeUnit.NANOSECONDS.toSeconds(context.executor().ticker().nanoTime() - lastNanos);
        if (quiet < QUIET_SECONDS) {
            tellEndAfter(context, QUIET_SECONDS - quiet);
        } else if (context.channel().isActive()) {
            told = false;
            LOG.info("accepts connections on {} again", context.channel().localAddress());
        }
    }

    private static String text(Throwable cause) {
        String said = cause.toString();
        return said.contains("Too many open files") ? "too many open files: 'ulimit -n' allows more" : said;
    }
}
