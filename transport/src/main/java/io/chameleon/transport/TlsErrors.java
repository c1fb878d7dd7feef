package io.chameleon.transport;

import io.netty.handler.ssl.NotSslRecordException;

/** What may be told of a TLS failure. */
final class TlsErrors {
    private TlsErrors() {}

    /** One line. Bytes that were no TLS are not shown: nobody knows what they are. */
    static String describe(Throwable failure) {
        return failure instanceof NotSslRecordException
                ? "TLS: what came was no TLS"
                : "TLS: " + OneLine.of(failure.getMessage());
    }
}
