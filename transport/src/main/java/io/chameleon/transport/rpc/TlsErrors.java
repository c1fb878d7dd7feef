package io.chameleon.transport.rpc;

import io.chameleon.transport.protocol.OneLine;
import io.netty.handler.ssl.NotSslRecordException;
import java.util.Map;

/** What may be disclosed about a TLS failure. */
public final class TlsErrors {
    /** What the JDK says in words of its own, and what an operator has to look at. */
    private static final Map<String, String> MEANINGS = Map.of(
            "unable to find valid certification path",
            "the other side's certificate is of no authority that is trusted here",
            "fatal alert: certificate_required",
            "the other side asks for a certificate of an authority that it trusts");

    private TlsErrors() {}

    /** One line. Bytes that are not TLS are not shown, since they may be anything. */
    public static String describe(Throwable failure) {
        if (failure instanceof NotSslRecordException) {
            return "TLS: what came was no TLS";
        }
        String said = OneLine.of(failure.getMessage());
        return "TLS: "
                + MEANINGS.entrySet().stream()
                        .filter(meaning -> said.contains(meaning.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(said);
    }
}
