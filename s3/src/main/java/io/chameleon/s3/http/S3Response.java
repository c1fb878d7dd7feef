package io.chameleon.s3.http;

import io.chameleon.client.LentBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * An answer. Built by one thread, then written once.
 *
 * <p>Its bytes are an array or a publisher, of known length; a HEAD answer has the length alone.
 */
public final class S3Response {
    private static final byte[] NOTHING = {};

    record Header(String name, String value) {}

    private final int status;
    private final List<Header> headers = new ArrayList<>();
    private byte[] bytes = NOTHING;
    private Flow.@Nullable Publisher<LentBytes> publisher;
    private long length;
    private String operation = "Unknown";

    private S3Response(int status) {
        this.status = status;
    }

    public static S3Response of(int status) {
        return new S3Response(status);
    }

    /** 200 with an XML document. */
    public static S3Response xml(String document) {
        return of(200).xmlBody(document);
    }

    public S3Response xmlBody(String document) {
        return header("Content-Type", "application/xml").body(document.getBytes(StandardCharsets.UTF_8));
    }

    public S3Response header(String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            headers.add(new Header(name, value));
        }
        return this;
    }

    /** A header that says something even without a value. */
    public S3Response headerOrEmpty(String name, String value) {
        headers.add(new Header(name, value));
        return this;
    }

    public S3Response body(byte[] all) {
        bytes = all;
        length = all.length;
        publisher = null;
        return this;
    }

    /** Exactly {@code count} bytes of the publisher, which are given back when the client has taken them. */
    public S3Response body(Flow.Publisher<LentBytes> given, long count) {
        publisher = given;
        length = count;
        return this;
    }

    /** The length of a body that a HEAD request does not get. */
    public S3Response length(long count) {
        length = count;
        return this;
    }

    /** What was asked for, by S3's name, for metrics and the log. */
    public S3Response operation(String name) {
        operation = name;
        return this;
    }

    public String operation() {
        return operation;
    }

    public int status() {
        return status;
    }

    public long length() {
        return length;
    }

    List<Header> headers() {
        return headers;
    }

    byte[] bytes() {
        return bytes;
    }

    Flow.@Nullable Publisher<LentBytes> publisher() {
        return publisher;
    }
}
