package io.chameleon.metadata.routing;

import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.RepairStatus;
import java.util.List;
import java.util.TreeMap;

/** The status of repair of all databases together. */
final class GatheredStatus {
    private GatheredStatus() {}

    /** @param all by the database's number */
    static RepairStatus of(List<RepairStatus> all) {
        return new RepairStatus(
                all.getFirst().nowMillis(),
                queue(all),
                all.stream().mapToLong(RepairStatus::postponed).sum(),
                all.stream()
                        .mapToLong(RepairStatus::oldestMillis)
                        .filter(oldest -> oldest > 0)
                        .min()
                        .orElse(0),
                all.stream()
                        .map(RepairStatus::problem)
                        .filter(problem -> !problem.isEmpty())
                        .findFirst()
                        .orElse(""),
                run(all.stream().map(RepairStatus::run).toList()),
                new EvacuationRecords(all.stream()
                                .map(status -> new Evacuating(status.nowMillis(), status.evacuations()))
                                .toList())
                        .sums()
                        .records());
    }

    private static List<RepairStatus.Backlog> queue(List<RepairStatus> all) {
        TreeMap<Integer, RepairStatus.Backlog> byMargin = new TreeMap<>();
        all.stream()
                .flatMap(status -> status.queue().stream())
                .forEach(backlog -> byMargin.merge(
                        backlog.margin(),
                        backlog,
                        (a, b) -> new RepairStatus.Backlog(
                                a.margin(), a.objects() + b.objects(), a.bytes() + b.bytes())));
        return List.copyOf(byMargin.values());
    }

    /** Runs that are long over where another goes on are earlier ones. */
    private static RepairStatus.Run run(List<RepairStatus.Run> all) {
        long last = all.stream().mapToLong(RepairStatus.Run::lastMillis).max().orElse(0);
        List<RepairStatus.Run> current = all.stream()
                .filter(run -> run.objects() > 0 && last - run.lastMillis() <= RepairStatus.PAUSE.toMillis())
                .toList();
        return new RepairStatus.Run(
                current.stream().mapToLong(RepairStatus.Run::beganMillis).min().orElse(0),
                last,
                current.stream().mapToLong(RepairStatus.Run::objects).sum(),
                current.stream().mapToLong(RepairStatus.Run::bytes).sum());
    }
}
