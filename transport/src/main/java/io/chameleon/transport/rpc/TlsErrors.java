package io.chameleon.transport.rpc;

import io.chameleon.transport.protocol.OneLine;
import io.netty.handler.ssl.NotSslRecordException;

/** What may be disclosed about a TLS failure. */
public final class TlsErrors {
    private TlsErrors() {}

    /** One line. Bytes that are not TLS are not shown, since they may be anything. */
    public static String describe(Throwable failure) {
        return failure instanceof NotSslRecordException
                ? "TLS: what came was no TLS"
                : "TLS: " + OneLine.of(failure.getMessage());
    }
}
