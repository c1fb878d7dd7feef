package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repairs of a round that are left to a later one: the delay doubles with each attempt. Safe from any thread. */
final class Postponements {
    private static final Logger LOG = LoggerFactory.getLogger(Postponements.class);
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final int MAX_DOUBLINGS = 7;

    private final long fence;
    private final RepairTable table;
    private final FlashServers servers;
    private final AtomicInteger count = new AtomicInteger();

    Postponements(long fence, RepairTable table, FlashServers servers) {
        this.fence = fence;
        this.table = table;
        this.servers = servers;
    }

    /** Of objects with damage; others stay where they are. */
    int count() {
        return count.get();
    }

    /** Damage found on the way is repaired next. */
    void report(RepairTask task, List<Integer> damaged) {
        if (!damaged.isEmpty()) {
            servers.report(new Damage(task.row().id(), task.row().writeId(), damaged));
        }
    }

    void add(RepairTask task, List<Integer> damaged, String problem) {
        report(task, damaged);
        if (task.missing().isEmpty()) {
            LOG.info("{} stays where it is: {}", task.row().id(), problem);
            return;
        }
        LOG.warn("{} is not repaired yet: {}", task.row().id(), problem);
        count.incrementAndGet();
        Duration delay = FIRST_DELAY.multipliedBy(1L << Math.min(task.attempts(), MAX_DOUBLINGS));
        table.postpone(fence, task.row().id(), task.row().writeId(), delay.toMillis(), problem);
    }
}
