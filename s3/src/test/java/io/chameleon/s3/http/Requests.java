package io.chameleon.s3.http;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;

/** Heads of requests, of which nobody reads the body. */
public final class Requests {
    private static final EmbeddedChannel NOWHERE = new EmbeddedChannel();

    private Requests() {}

    /** @param headers names and values in turn */
    public static S3Request of(String method, String uri, String... headers) {
        HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), uri);
        for (int i = 0; i < headers.length; i += 2) {
            head.headers().add(headers[i], headers[i + 1]);
        }
        RequestBody.Line line = new RequestBody.Line() {
            @Override
            public void read() {
                throw new AssertionError("nobody reads the body");
            }

            @Override
            public void proceed() {
                throw new AssertionError("nobody reads the body");
            }
        };
        RequestBody body = new RequestBody(NOWHERE.eventLoop(), line, 0);
        return new S3Request("id-1", head, body, new Client(new InetSocketAddress("127.0.0.1", 1), false));
    }
}
