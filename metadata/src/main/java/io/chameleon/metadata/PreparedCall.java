package io.chameleon.metadata;

import com.google.protobuf.MessageLite;

/**
 * A call of the tables for a request that has been read and checked. What goes wrong from here on is not the request's
 * fault, unless a table says so.
 */
@FunctionalInterface
interface PreparedCall {
    /** Makes the call, which may wait for the database; returns the header of the answer. */
    MessageLite run();
}
