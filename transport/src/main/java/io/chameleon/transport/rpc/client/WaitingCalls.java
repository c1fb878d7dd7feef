package io.chameleon.transport.rpc.client;

import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.SendQueueFullError;
import io.chameleon.transport.rpc.TransportConfig;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the requests that wait for a connection to one endpoint, and bounds them. Safe from any thread. */
final class WaitingCalls {
    private final Endpoint endpoint;
    private final TransportConfig config;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    WaitingCalls(Endpoint endpoint, TransportConfig config) {
        this.endpoint = endpoint;
        this.config = config;
    }

    /** Reserves room for one more; {@code OVERLOADED} if there is none. */
    void begin(MessageType type, int payloadBytes) {
        int requestsNow = requests.incrementAndGet();
        long bytesNow = bytes.addAndGet(payloadBytes);
        if (requestsNow > config.maxInFlightRequests() || requestsNow > 1 && bytesNow > config.maxInFlightBytes()) {
            end(payloadBytes);
            throw new SendQueueFullError(type + ": " + (requestsNow - 1) + " requests and " + (bytesNow - payloadBytes)
                    + " bytes wait for a connection to " + endpoint);
        }
    }

    void end(int payloadBytes) {
        requests.decrementAndGet();
        bytes.addAndGet(-payloadBytes);
    }
}
