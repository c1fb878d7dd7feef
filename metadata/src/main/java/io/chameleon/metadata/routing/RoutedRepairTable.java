package io.chameleon.metadata.routing;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.NextRepairs;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repair's port. Each database has the queue of its own objects, and walks over them. A record of a drain or of a loss
 * begins in the first database last, and a loss ends there last: as long as the first has none, a caller begins it
 * again.
 */
public final class RoutedRepairTable implements RepairTable {
    private static final Comparator<RepairTask> MOST_IN_DANGER = Comparator.comparingInt(
                    (RepairTask task) -> task.margin())
            .thenComparingLong(RepairTask::sinceMillis)
            .thenComparing(task -> task.row().id());

    private final Databases databases;
    private final RoutedEvacuations evacuations;

    public RoutedRepairTable(Databases databases) {
        this.databases = databases;
        this.evacuations = new RoutedEvacuations(databases);
    }

    @Override
    public List<RepairTask> repairs(int limit) {
        List<RepairTask> all =
                databases.merged(database -> database.repairs().repairs(limit), MOST_IN_DANGER, Integer.MAX_VALUE);
        return NextRepairs.choose(
                limit,
                only(all, task -> task.margin() >= 0 && task.attempts() == 0),
                only(all, task -> task.margin() >= 0 && task.attempts() > 0),
                only(all, task -> task.margin() < 0),
                MOST_IN_DANGER);
    }

    private static List<RepairTask> only(List<RepairTask> tasks, Predicate<RepairTask> which) {
        return tasks.stream().filter(which).toList();
    }

    @Override
    public Remap.Outcome repair(long fence, Repair repair) {
        return databases.in(repair.id().bucket(), database -> database.repairs().repair(fence, repair));
    }

    @Override
    public void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        databases.run(id.bucket(), database -> database.repairs().postpone(fence, id, writeId, delayMillis, problem));
    }

    @Override
    public int queue(long fence, List<Damage> damage) {
        if (damage.isEmpty()) {
            return databases.first().repairs().queue(fence, damage);
        }
        return databases
                .each(damage, one -> one.id().bucket(), databases::of, (database, some) -> {
                    List<Integer> changed = new ArrayList<>(Collections.nCopies(some.size(), 0));
                    changed.set(0, database.repairs().queue(fence, some));
                    return changed;
                })
                .stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    @Override
    public int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        return databases.all().stream()
                .mapToInt(database -> database.repairs().queueFound(fence, server, damaged))
                .sum();
    }

    /** A page ends where that of any database does, so nothing is passed over. */
    @Override
    public ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        List<ServerObjects> pages = databases.all().stream()
                .map(database -> database.repairs().objectsOn(server, after, limit))
                .toList();
        ObjectId end = pages.stream()
                .flatMap(page -> Stream.ofNullable(page.next()))
                .min(Comparator.naturalOrder())
                .orElse(null);
        List<RepairTask> objects = pages.stream()
                .flatMap(page -> page.objects().stream())
                .filter(task -> end == null || task.row().id().compareTo(end) <= 0)
                .sorted(Comparator.comparing(task -> task.row().id()))
                .toList();
        if (objects.size() <= limit) {
            return new ServerObjects(objects, end);
        }
        List<RepairTask> some = objects.subList(0, limit);
        return new ServerObjects(some, some.getLast().row().id());
    }

    @Override
    public void drain(ServerId server) {
        databases.further().forEach(database -> database.repairs().drain(server));
        databases.first().repairs().drain(server);
    }

    @Override
    public void cancelDrain(ServerId server) {
        databases.all().forEach(database -> database.repairs().cancelDrain(server));
    }

    @Override
    public void begin(long fence, ServerId lost) {
        databases.further().forEach(database -> database.repairs().begin(fence, lost));
        databases.first().repairs().begin(fence, lost);
    }

    @Override
    public void end(long fence, Evacuation record) {
        evacuations.end(fence, record);
    }

    @Override
    public Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        return evacuations.walk(fence, at, limit);
    }

    @Override
    public void progress(long fence, Evacuation evacuation) {
        evacuations.progress(fence, evacuation);
    }

    @Override
    public void forget(ServerId server) {
        List<Evacuation> records = evacuating().records().stream()
                .filter(record -> record.server().equals(server))
                .toList();
        databases.further().forEach(database -> database.repairs().forget(server, records));
        databases.first().repairs().forget(server, records);
    }

    @Override
    public Evacuating evacuating() {
        return evacuations.records().sums();
    }

    @Override
    public RepairStatus repairStatus() {
        return GatheredStatus.of(databases.all().stream()
                .map(database -> database.repairs().repairStatus())
                .toList());
    }
}
