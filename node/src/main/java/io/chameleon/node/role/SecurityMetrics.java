package io.chameleon.node.role;

import io.chameleon.transport.security.Security;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Metrics of a process's keys and certificates; none if it has none. */
final class SecurityMetrics {
    private SecurityMetrics() {}

    static MeterBinder of(Security security) {
        return registry -> {
            Gauge.builder("chameleon_credentials_unread", security, Security::reloadFailures)
                    .description(
                            "how often in a row changed keys or certificates could not be read; 0: what is in them holds")
                    .register(registry);
            security.certificateNotAfter()
                    .ifPresent(any -> Gauge.builder(
                                    "chameleon_tls_not_after_seconds",
                                    security,
                                    now -> now.certificateNotAfter()
                                            .orElseThrow()
                                            .getEpochSecond())
                            .description("when the certificate that this process shows ends, in seconds since 1970")
                            .register(registry));
        };
    }
}
