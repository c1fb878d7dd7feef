package io.chameleon.metadata;

import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.routing.FurtherUpkeep;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PlacesCheck;
import io.chameleon.metadata.table.StateRecount;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.IntStream;

/** What a metadata process does for its databases beside requests, now and then. */
final class DatabaseUpkeep implements AutoCloseable {
    private final List<PlacesCheck> checks;
    private final List<StateRecount> recounts;
    private final FurtherUpkeep further;

    /**
     * @param tasks for the further databases
     * @param servers of this cluster
     */
    DatabaseUpkeep(OpenDatabases databases, List<Runnable> tasks, RegisteredServers servers, MeterRegistry registry) {
        int count = databases.all().size();
        checks = databases.all().stream()
                .map(database -> new PlacesCheck(database, registry))
                .toList();
        recounts = IntStream.range(0, count)
                .mapToObj(number -> new StateRecount(databases.all().get(number), databases.clock(number)))
                .toList();
        further = new FurtherUpkeep(
                IntStream.range(1, count)
                        .mapToObj(number -> new KnownServers(databases.all().get(number), databases.clock(number)))
                        .toList(),
                tasks,
                servers::registered,
                servers::isCurrent);
    }

    void start() {
        checks.forEach(PlacesCheck::start);
        recounts.forEach(StateRecount::start);
        further.start();
    }

    @Override
    public void close() {
        checks.forEach(PlacesCheck::close);
        recounts.forEach(StateRecount::close);
        further.close();
    }
}
