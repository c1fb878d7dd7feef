package io.chameleon.metadata;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Whether this is one cluster, for an operator.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_wrong_cluster}: is everything refused because database and flash servers belong to
 *       different clusters?
 *   <li>{@code chameleon_metadata_foreign_servers}: are servers of other clusters registered here?
 * </ul>
 */
final class ClusterGauges {
    private ClusterGauges() {}

    static void register(ClusterCheck check, MeterRegistry registry) {
        Gauge.builder(
                        "chameleon.metadata.wrong.cluster",
                        check,
                        it -> it.problem().isEmpty() ? 0 : 1)
                .description("1 while everything is refused: the database and ZooKeeper are of different clusters")
                .strongReference(true)
                .register(registry);
        Gauge.builder("chameleon.metadata.foreign.servers", check, ClusterCheck::foreignServers)
                .description("registered flash servers of other clusters, which are passed over")
                .strongReference(true)
                .register(registry);
    }
}
