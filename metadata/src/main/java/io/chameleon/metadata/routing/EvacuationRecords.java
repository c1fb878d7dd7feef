package io.chameleon.metadata.routing;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The records of servers being emptied that all databases have, of one moment each. */
final class EvacuationRecords {
    private record Of(ServerId server, Evacuation.Kind kind) {}

    private static final Comparator<Of> ORDER = Comparator.comparing(Of::server).thenComparing(Of::kind);

    private final long nowMillis;
    private final TreeMap<Of, List<@Nullable Evacuation>> records = new TreeMap<>(ORDER);

    /** @param all by the database's number */
    EvacuationRecords(List<Evacuating> all) {
        this.nowMillis = all.getFirst().nowMillis();
        for (int number = 0; number < all.size(); number++) {
            for (Evacuation record : all.get(number).records()) {
                List<@Nullable Evacuation> known =
                        records.computeIfAbsent(new Of(record.server(), record.kind()), any -> nothing(all.size()));
                known.set(number, record);
            }
        }
    }

    private static List<@Nullable Evacuation> nothing(int size) {
        List<@Nullable Evacuation> nothing = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nothing.add(null);
        }
        return nothing;
    }

    /** What each database has of a record, by its number; empty if the record is no more, or was started again. */
    Optional<List<@Nullable Evacuation>> of(Evacuation record) {
        List<@Nullable Evacuation> known = records.get(new Of(record.server(), record.kind()));
        Evacuation sum = known == null ? null : new GatheredEvacuation(known).sum();
        return known == null || sum == null || !sum.isSame(record) ? Optional.empty() : Optional.of(known);
    }

    Evacuating sums() {
        return new Evacuating(
                nowMillis,
                records.values().stream()
                        .flatMap(known -> Stream.ofNullable(new GatheredEvacuation(known).sum()))
                        .toList());
    }
}
