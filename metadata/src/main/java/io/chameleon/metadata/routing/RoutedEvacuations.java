package io.chameleon.metadata.routing;

import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far servers are emptied: each database walks over its own objects, and has a record of it. */
final class RoutedEvacuations {
    private final Databases databases;

    RoutedEvacuations(Databases databases) {
        this.databases = databases;
    }

    /** What all databases know of it now. */
    EvacuationRecords records() {
        return new EvacuationRecords(databases.all().stream()
                .map(database -> database.repairs().evacuating())
                .toList());
    }

    void end(long fence, Evacuation record) {
        records().of(record).ifPresent(known -> {
            for (int number = known.size() - 1; number >= 0; number--) {
                Evacuation own = known.get(number);
                if (own != null) {
                    databases.all().get(number).repairs().end(fence, own);
                }
            }
        });
    }

    Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        return records().of(at).flatMap(known -> {
            GatheredEvacuation before = new GatheredEvacuation(known);
            List<@Nullable Evacuation> after = new ArrayList<>(known);
            for (int number = 0; number < known.size(); number++) {
                Evacuation own = known.get(number);
                if (own != null && before.isNext(own)) {
                    RepairTable table = databases.all().get(number).repairs();
                    after.set(number, table.walk(fence, own, limit).orElse(null));
                }
            }
            return Optional.ofNullable(new GatheredEvacuation(after).sum());
        });
    }

    /** The first database has the record of a drain; of another, each has one, of which the first gets the counts. */
    void progress(long fence, Evacuation evacuation) {
        records().of(evacuation).ifPresent(known -> {
            for (int number = known.size() - 1; number >= 0; number--) {
                Evacuation own = known.get(number);
                if (own != null && (number == 0 || evacuation.queues())) {
                    databases.all().get(number).repairs().progress(fence, progress(evacuation, own, number == 0));
                }
            }
        });
    }

    private static Evacuation progress(Evacuation to, Evacuation own, boolean withCounts) {
        return new Evacuation(
                own.server(),
                own.kind(),
                own.sinceMillis(),
                to.walk(),
                to.cursor(),
                withCounts ? to.found() : 0,
                withCounts ? to.objects() : 0,
                withCounts ? to.bytes() : 0,
                own.moved(),
                own.movedBytes(),
                to.finishedMillis());
    }
}
