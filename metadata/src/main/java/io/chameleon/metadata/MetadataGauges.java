package io.chameleon.metadata;

import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.gauge.DatabaseGauges;
import io.chameleon.metadata.gauge.MoveGauge;
import io.chameleon.metadata.gauge.TableGauges;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.IntStream;

/** What a metadata process shows of its tables, databases and cluster beside its requests. */
final class MetadataGauges {
    private MetadataGauges() {}

    static void register(TableSetup setup, OpenDatabases databases, ClusterCheck cluster, MeterRegistry registry) {
        TableGauges.register(
                setup.tables().remaps(), setup::waiting, databases.clock(), Thread::startVirtualThread, registry);
        IntStream.range(0, databases.all().size())
                .forEach(number -> DatabaseGauges.registerState(databases.all().get(number), number, registry));
        if (setup.databases().size() > 1) {
            setup.databases()
                    .forEach(tables -> DatabaseGauges.registerObjects(
                            tables, databases.clock(), Thread::startVirtualThread, registry));
        }
        MoveGauge.register(setup.tables().moves()::moves, databases.clock(), Thread::startVirtualThread, registry);
        ClusterGauges.register(cluster, registry);
    }
}
