package io.chameleon.client.listen;

import java.time.Duration;
import java.util.Optional;

/**
 * What became of an operation.
 *
 * @param bucket that it is about; "" if it is about none
 * @param latency from the call to the answer, the wait for a turn included; of a stream or publisher, to its end
 * @param bytesSent of objects that became durable
 * @param bytesReceived of objects that were given to the caller
 * @param retries requests that were sent again
 * @param failure what the caller got in place of an answer
 */
public record OperationEnd(
        Operation operation,
        String bucket,
        Duration latency,
        long bytesSent,
        long bytesReceived,
        long retries,
        Optional<Throwable> failure) {}
