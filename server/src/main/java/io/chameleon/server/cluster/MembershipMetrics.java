package io.chameleon.server.cluster;

import io.chameleon.core.ServerId;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Whether a server belongs to the cluster it was started in. */
public final class MembershipMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final Gauge foreign;

    public MembershipMetrics(MeterRegistry registry, ServerId server, Membership membership) {
        this.registry = registry;
        this.foreign = Gauge.builder("chameleon.server.wrong.cluster", membership, it -> it.isForeign() ? 1 : 0)
                .description(
                        "1 if the device belongs to another cluster than ZooKeeper names, and so is not registered")
                .tag("server", server.value())
                .register(registry);
    }

    @Override
    public void close() {
        registry.remove(foreign);
    }
}
