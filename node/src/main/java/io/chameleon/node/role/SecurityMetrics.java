package io.chameleon.node.role;

import io.chameleon.transport.security.Security;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Metrics of a process's keys and certificates, as far as it has any. */
final class SecurityMetrics {
    private SecurityMetrics() {}

    static MeterBinder of(Security security) {
        return of(security, () -> 0);
    }

    /** @param othersUnread the same of files that are not the security's */
    static MeterBinder of(Security security, LongSupplier othersUnread) {
        return registry -> {
            Gauge.builder(
                            "chameleon_credentials_unread",
                            () -> Math.max(security.reloadFailures(), othersUnread.getAsLong()))
                    .description(
                            "how often in a row changed keys or certificates could not be read; 0: what is in them holds")
                    .register(registry);
            security.certificateNotAfter()
                    .ifPresent(any -> certificate(
                                    "cluster",
                                    () -> security.certificateNotAfter().orElseThrow())
                            .bindTo(registry));
        };
    }

    /** @param shown to whom: processes and clients of the cluster, or those of S3 */
    static MeterBinder certificate(String shown, Supplier<Instant> notAfter) {
        return registry -> Gauge.builder(
                        "chameleon_tls_not_after_seconds", () -> notAfter.get().getEpochSecond())
                .description("when the certificate that this process shows ends, in seconds since 1970")
                .tag("interface", shown)
                .register(registry);
    }
}
