package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.transport.wire.Empty;

/**
 * A call of the tables for a request that has been read and checked. What goes wrong from here on is not the request's
 * fault, unless a table says so.
 */
@FunctionalInterface
public interface PreparedCall {
    /** Makes the call, which may wait for the database; returns the header of the answer. */
    MessageLite run();

    /** One that has nothing to answer. */
    static PreparedCall done(Runnable call) {
        return () -> {
            call.run();
            return Empty.getDefaultInstance();
        };
    }
}
