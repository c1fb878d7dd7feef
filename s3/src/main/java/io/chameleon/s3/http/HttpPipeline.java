package io.chameleon.s3.http;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a connection's bytes pass through, TLS and then HTTP, and how many at a time. */
final class HttpPipeline {
    private static final int READ_BYTES = 256 << 10;
    static final RecvByteBufAllocator READS = new AdaptiveRecvByteBufAllocator(2048, 16 << 10, READ_BYTES);
    static final WriteBufferWaterMark WRITES = new WriteBufferWaterMark(128 << 10, 512 << 10);

    private HttpPipeline() {}

    /** @param tls null for plain HTTP */
    static void fill(
            SocketChannel channel, @Nullable Supplier<SslContext> tls, HttpLimits limits, Connection connection) {
        if (tls != null) {
            channel.pipeline().addLast(tls.get().newHandler(channel.alloc()));
        }
        HttpDecoderConfig parsing = new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.uriBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxChunkSize(READ_BYTES)
                .setChunkedSupported(true);
        channel.pipeline()
                .addLast(new HttpRequestDecoder(parsing))
                .addLast(new HttpResponseEncoder())
                .addLast(new FlowControlHandler())
                .addLast(connection);
    }
}
