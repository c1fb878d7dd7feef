package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.table.Evacuation;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The record of one server being emptied, from those that the databases have.
 *
 * <p>A drain is walked by the balancer over all databases, so its record is that of the first; the others only count
 * what has moved. Of a lost or emptied server each database is walked by itself. The sum is where the slowest of them
 * is, and is finished when all are.
 */
final class GatheredEvacuation {
    private final List<@Nullable Evacuation> records;

    /** @param records of one server and kind, by the database's number; null where there is none */
    GatheredEvacuation(List<@Nullable Evacuation> records) {
        this.records = records;
    }

    /** Null if there is none: a drain or a loss that the first database does not know has not begun, or has ended. */
    @Nullable
    Evacuation sum() {
        Evacuation first = records.get(0);
        if (first != null && first.kind() == Evacuation.Kind.DRAIN) {
            List<@Nullable Evacuation> further = records.subList(1, records.size());
            return first.moved(sum(further, Evacuation::moved), sum(further, Evacuation::movedBytes));
        }
        Evacuation any = there(records).findFirst().orElse(null);
        return any == null || first == null && any.kind() != Evacuation.Kind.EMPTIED ? null : walked(any);
    }

    private Evacuation walked(Evacuation any) {
        List<Evacuation> slowest = slowest();
        List<Evacuation> at = slowest.isEmpty() ? there(records).toList() : slowest;
        ObjectId cursor = at.stream()
                .map(Evacuation::cursor)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
        return new Evacuation(
                any.server(),
                any.kind(),
                there(records).mapToLong(Evacuation::sinceMillis).max().orElseThrow(),
                at.stream().mapToInt(Evacuation::walk).max().orElseThrow(),
                cursor,
                sum(at, Evacuation::found),
                sum(records, Evacuation::objects),
                sum(records, Evacuation::bytes),
                sum(records, Evacuation::moved),
                sum(records, Evacuation::movedBytes),
                slowest.isEmpty()
                        ? at.stream()
                                .mapToLong(Evacuation::finishedMillis)
                                .max()
                                .orElseThrow()
                        : 0);
    }

    /** Those of the lowest walk among those that are not finished. */
    private List<Evacuation> slowest() {
        List<Evacuation> open =
                there(records).filter(record -> !record.isFinished()).toList();
        int walk = open.stream().mapToInt(Evacuation::walk).min().orElse(0);
        return open.stream().filter(record -> record.walk() == walk).toList();
    }

    /** Whether the next page of the walk includes this record's. */
    boolean isNext(@Nullable Evacuation record) {
        return record != null && slowest().contains(record);
    }

    private static Stream<Evacuation> there(List<@Nullable Evacuation> records) {
        return records.stream().filter(Objects::nonNull);
    }

    private static long sum(List<? extends @Nullable Evacuation> records, ToLongFunction<Evacuation> of) {
        return records.stream()
                .filter(Objects::nonNull)
                .mapToLong(of::applyAsLong)
                .sum();
    }
}
