package io.chameleon.s3.http;

import io.chameleon.client.LentBytes;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer. All of it runs on the channel's event loop. */
final class Exchange implements RequestBody.Line {
    private static final Logger access = LoggerFactory.getLogger("io.chameleon.s3.access");
    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    private final Connection connection;
    private final SocketChannel channel;
    private final HttpServer server;
    private final HttpRequest head;
    private final String id;
    private final Client client;
    private final long started = System.nanoTime();
    private final boolean clientWaits;
    private final RequestBody body;
    private boolean keepAlive;
    private boolean admitted;
    private @Nullable CompletableFuture<S3Response> answer;
    private @Nullable S3Response response;
    private @Nullable ResponseWriter writer;
    private boolean writing;
    private boolean over;
    private long unsent = -1;
    private long unsentSince;

    Exchange(Connection connection, HttpRequest head) {
        this.connection = connection;
        this.channel = connection.channel();
        this.server = connection.server();
        this.head = head;
        this.id = server.ids().next();
        this.client = server.proxies().client(channel.remoteAddress(), connection.isSecure(), head.headers());
        this.clientWaits = HttpUtil.is100ContinueExpected(head);
        this.keepAlive = HttpUtil.isKeepAlive(head) && head.decoderResult().isSuccess();
        this.body = new RequestBody(channel.eventLoop(), this, length(head));
    }

    /** An unreadable length is refused in {@link #begin}. */
    private static long length(HttpRequest head) {
        if (HttpUtil.isTransferEncodingChunked(head)) {
            return RequestBody.CHUNKED;
        }
        try {
            return Math.max(0, HttpUtil.getContentLength(head, 0L));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    RequestBody body() {
        return body;
    }

    @Override
    public void read() {
        connection.read();
    }

    @Override
    public void proceed() {
        if (clientWaits) {
            connection.proceed();
        }
    }

    void begin() {
        S3Exception wrong = wrong(head);
        if (wrong != null) {
            keepAlive = false;
            answered(ErrorAnswer.of(wrong, id, head.uri()));
            return;
        }
        if (body.length() == 0) {
            // Nothing follows, so HTTP asks for no 100. The SDK for Python, which gets none, misreads the next answer.
            proceed();
            body.discard(() -> {});
        }
        try {
            S3Request request = new S3Request(id, head, body, client);
            admitted = server.admit();
            if (!admitted) {
                answered(ErrorAnswer.of(new S3Exception(S3Error.SLOW_DOWN), id, request.rawPath()));
                return;
            }
            serve(request);
        } catch (IllegalArgumentException e) {
            answered(ErrorAnswer.of(
                    new S3Exception(S3Error.INVALID_URI, String.valueOf(e.getMessage())), id, head.uri()));
        }
    }

    private static @Nullable S3Exception wrong(HttpRequest head) {
        DecoderResult decoded = head.decoderResult();
        if (decoded.isFailure()) {
            Throwable cause = decoded.cause();
            if (cause instanceof TooLongHttpHeaderException) {
                return new S3Exception(S3Error.REQUEST_HEADER_SECTION_TOO_LARGE);
            }
            if (cause instanceof TooLongHttpLineException || cause instanceof TooLongFrameException) {
                return new S3Exception(S3Error.INVALID_URI, "the request line is too long");
            }
            return new S3Exception(S3Error.BAD_REQUEST, "this is not HTTP/1.1");
        }
        if (head.protocolVersion().majorVersion() != 1) {
            return new S3Exception(S3Error.BAD_REQUEST, "only HTTP/1.1 is spoken here");
        }
        String coding = head.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("chunked")) {
            // What is compressed below the chunks would be stored so.
            return new S3Exception(S3Error.NOT_IMPLEMENTED).with("Header", "Transfer-Encoding");
        }
        String length = head.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        if (length != null && !length.matches("[0-9]{1,18}")) {
            return new S3Exception(S3Error.BAD_REQUEST, "Content-Length is not a number");
        }
        return null;
    }

    private void serve(S3Request request) {
        CompletableFuture<S3Response> future = server.service().serve(request);
        answer = future;
        var unused = future.whenComplete((given, failure) -> {
            if (future.isCancelled()) {
                // The client is gone.
                return;
            }
            S3Response shown = given != null ? given : ErrorAnswer.unexpected(failure, id, request.rawPath());
            if (channel.eventLoop().inEventLoop()) {
                answered(shown);
            } else {
                channel.eventLoop().execute(() -> answered(shown));
            }
        });
    }

    private void answered(S3Response given) {
        if (over || response != null) {
            abandon(given);
            return;
        }
        response = given;
        if (!body.isEnded() && head.decoderResult().isSuccess() && body.hasSmallRest(clientWaits)) {
            body.discard(this::write);
        } else {
            write();
        }
    }

    private void write() {
        S3Response given = response;
        if (over || writing || given == null) {
            return;
        }
        writing = true;
        keepAlive &= body.isEnded() && !connection.isDraining();
        HttpResponse first;
        try {
            first = head(given);
        } catch (IllegalArgumentException e) {
            // Whoever wrote the object described it with what no header can say.
            abandon(given);
            given = ErrorAnswer.unexpected(e, id, head.uri());
            response = given;
            first = head(given);
        }
        ChannelFuture unusedHead = channel.write(first);
        Flow.Publisher<LentBytes> publisher = given.publisher();
        if (hasNoBody(given) || publisher == null) {
            LastHttpContent last = hasNoBody(given) || given.bytes().length == 0
                    ? LastHttpContent.EMPTY_LAST_CONTENT
                    : new DefaultLastHttpContent(Unpooled.wrappedBuffer(given.bytes()));
            abandon(given);
            ChannelFuture unused = channel.writeAndFlush(last).addListener(written -> finish(written.cause()));
        } else {
            writer = new ResponseWriter(channel, given.length(), this::finish);
            channel.flush();
            publisher.subscribe(writer);
        }
    }

    private boolean hasNoBody(S3Response given) {
        return head.method().name().equals("HEAD") || given.status() == 204 || given.status() == 304;
    }

    private HttpResponse head(S3Response given) {
        HttpResponse answered =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(given.status()));
        HttpHeaders headers = answered.headers();
        headers.set("x-amz-request-id", id);
        headers.set("x-amz-id-2", server.ids().host());
        headers.set(HttpHeaderNames.DATE, server.date().text());
        headers.set(HttpHeaderNames.SERVER, "Chameleon");
        given.headers().forEach(header -> headers.add(header.name(), Latin.toHeader(header.value())));
        if (given.status() != 204 && given.status() != 304) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, given.length());
        }
        HttpUtil.setKeepAlive(headers, head.protocolVersion(), keepAlive);
        return answered;
    }

    /** Its bytes are not wanted: they must not stay in flight. */
    private static void abandon(S3Response given) {
        Flow.Publisher<LentBytes> publisher = given.publisher();
        if (publisher != null) {
            publisher.subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.cancel();
                }

                @Override
                public void onNext(LentBytes bytes) {
                    bytes.close();
                }

                @Override
                public void onError(Throwable thrown) {}

                @Override
                public void onComplete() {}
            });
        }
    }

    void writable() {
        if (writer != null) {
            writer.askForMore();
        }
    }

    private void finish(@Nullable Throwable failure) {
        if (over) {
            return;
        }
        if (failure != null) {
            log.debug("request {}: the answer ended early", id, failure);
        }
        boolean whole = failure == null;
        end(whole ? "" : " cut");
        if (whole) {
            connection.served(keepAlive, body.isEnded());
        } else {
            connection.close();
        }
    }

    /** The client is gone. */
    void lost(S3Exception why) {
        if (over) {
            return;
        }
        end(" lost");
        body.fail(why);
        if (answer != null) {
            answer.cancel(false);
        }
        if (writer != null) {
            writer.end(why);
        } else if (response != null && !writing) {
            abandon(response);
        }
    }

    private void end(String note) {
        over = true;
        if (admitted) {
            server.left();
        }
        long nanos = System.nanoTime() - started;
        int status = response == null ? 499 : response.status();
        String operation = response == null ? "Unknown" : response.operation();
        long sent = response == null || !writing || hasNoBody(response) ? 0 : response.length();
        server.metrics().served(operation, status, nanos, body.received(), sent);
        if (access.isDebugEnabled()) {
            access.debug(
                    "{} {} {} {} {} in {} out {} {} us{}",
                    id,
                    client,
                    operation,
                    head.method().name() + " " + pathOf(head.uri()),
                    status,
                    body.received(),
                    sent,
                    nanos / 1000,
                    note);
        }
    }

    /** Without the query, which may carry a signature, and without what could forge a line of the log. */
    private static String pathOf(String uri) {
        int mark = uri.indexOf('?');
        return (mark < 0 ? uri : uri.substring(0, mark)).replaceAll("\\p{Cntrl}", "?");
    }

    /** Ends what a slow client holds. */
    void check(HttpLimits limits, long now) {
        long pause = limits.bodyPause().toNanos();
        long all = body.allAwaitedNanos(now);
        long owed = all / 1_000_000_000L * limits.bodyBytesPerSecond();
        if (body.awaitedNanos(now) > pause || body.awaitedNanos(now) > 0 && all > pause && body.received() < owed) {
            keepAlive = false;
            body.fail(new S3Exception(S3Error.REQUEST_TIMEOUT));
        }
        long pending = channel.bytesBeforeWritable()
                + channel.unsafe().outboundBuffer().totalPendingWriteBytes();
        if (pending == 0 || pending != unsent) {
            unsent = pending;
            unsentSince = now;
        } else if (writing && now - unsentSince > limits.writePause().toNanos()) {
            connection.close();
        }
    }
}
