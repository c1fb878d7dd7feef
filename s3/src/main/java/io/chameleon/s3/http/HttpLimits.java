package io.chameleon.s3.http;

import io.chameleon.core.Require;
import java.time.Duration;

/**
 * What one client, and all of them together, may take.
 *
 * @param uriBytes of a request line; a presigned URL of the longest key needs about 5 KiB
 * @param headerBytes of all header lines of a request
 * @param connections open at a time; further ones are closed at once
 * @param requests in flight at a time; further ones are answered with SlowDown
 * @param idle how long a new connection without a request stays open, and how long the head of its request may take
 * @param kept the same after an answer. Proxies keep connections, too, some for 10 minutes: a request that they send as
 *     this side closes gets no answer. Where more than half of the connections are open, {@code idle} counts instead
 * @param bodyPause how long a client may send nothing while its body is awaited
 * @param bodyBytesPerSecond the least rate at which a body must arrive, after the first {@code bodyPause}
 * @param writePause how long a client may take nothing of its answer
 * @param drain how long requests in flight may take when the server closes
 */
public record HttpLimits(
        int uriBytes,
        int headerBytes,
        int connections,
        int requests,
        Duration idle,
        Duration kept,
        Duration bodyPause,
        int bodyBytesPerSecond,
        Duration writePause,
        Duration drain) {
    /** What a gateway of 512 MiB serves. */
    public static final HttpLimits DEFAULT = new HttpLimits(
            16 << 10,
            32 << 10,
            4096,
            512,
            Duration.ofSeconds(75),
            Duration.ofMinutes(11),
            Duration.ofSeconds(20),
            1 << 10,
            Duration.ofSeconds(60),
            Duration.ofSeconds(20));

    public HttpLimits {
        Require.that(uriBytes >= 1024, "bytes of a request line", uriBytes, "at least 1024");
        Require.that(headerBytes >= 1024, "bytes of headers", headerBytes, "at least 1024");
        Require.that(connections >= 1, "connections", connections, "at least 1");
        Require.that(requests >= 1, "requests in flight", requests, "at least 1");
        requirePositive("idle time-out", idle);
        requirePositive("idle time-out after an answer", kept);
        requirePositive("pause of a body", bodyPause);
        requirePositive("pause of a write", writePause);
        Require.that(bodyBytesPerSecond >= 0, "bytes per second of a body", bodyBytesPerSecond, "at least 0");
        Require.that(!drain.isNegative(), "time to drain", drain, "0 or more");
    }

    private static void requirePositive(String what, Duration given) {
        Require.that(given.toMillis() >= 1, what, given, "at least 1 ms");
    }

    public HttpLimits withPauses(Duration newIdle, Duration newBodyPause, Duration newWritePause) {
        return new HttpLimits(
                uriBytes,
                headerBytes,
                connections,
                requests,
                newIdle,
                kept,
                newBodyPause,
                bodyBytesPerSecond,
                newWritePause,
                drain);
    }

    public HttpLimits withRequests(int newConnections, int newRequests) {
        return new HttpLimits(
                uriBytes,
                headerBytes,
                newConnections,
                newRequests,
                idle,
                kept,
                bodyPause,
                bodyBytesPerSecond,
                writePause,
                drain);
    }

    /** How often a connection looks at its clock. */
    Duration tick() {
        long least = Math.min(idle.toMillis(), Math.min(bodyPause.toMillis(), writePause.toMillis()));
        return Duration.ofMillis(Math.max(10, Math.min(1000, least / 4)));
    }
}
