package io.chameleon.s3.http;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Names requests: 16 hex digits that no two requests of this process share, and a text that names the process. */
final class RequestIds {
    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final AtomicLong next;
    private final String host;

    RequestIds() {
        byte[] seed = new byte[32];
        new SecureRandom().nextBytes(seed);
        next = new AtomicLong(ByteBuffer.wrap(seed).getLong());
        host = Base64.getEncoder().encodeToString(seed);
    }

    /** For {@code x-amz-request-id}. */
    String next() {
        return HEX.toHexDigits(next.addAndGet(STEP));
    }

    /** For {@code x-amz-id-2}. */
    String host() {
        return host;
    }
}
