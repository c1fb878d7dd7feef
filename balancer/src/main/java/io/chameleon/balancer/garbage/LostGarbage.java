package io.chameleon.balancer.garbage;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.RepairTable;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up outbox rows of servers that will hardly come back: one for each object that was repaired. A server counts as
 * such {@link #WAITED} after everything it held was queued for repair. If it returns later, nothing refers to what it
 * holds; reconciliation finds that, and the brake then asks an operator.
 */
public final class LostGarbage {
    static final Duration WAITED = Duration.ofDays(7);

    private static final Logger LOG = LoggerFactory.getLogger(LostGarbage.class);
    /** Rows of one transaction. */
    private static final int BATCH = 1_000;
    /** Transactions for one server in one call. */
    private static final int BATCHES = 100;

    private final GarbageTable garbage;
    private final RepairTable repairs;
    private final int batch;

    public LostGarbage(GarbageTable garbage, RepairTable repairs, int mostPerPage) {
        this.garbage = garbage;
        this.repairs = repairs;
        this.batch = Math.min(BATCH, mostPerPage);
    }

    /** Gives up a bounded number of rows; returns how many. */
    public int giveUp() {
        Evacuating evacuating = repairs.evacuating();
        return evacuating.records().stream()
                .filter(record -> record.kind() == Evacuation.Kind.LOST && record.isFinished())
                .filter(record -> evacuating.nowMillis() - record.finishedMillis() >= WAITED.toMillis())
                .mapToInt(record -> giveUp(record.server()))
                .sum();
    }

    private int giveUp(ServerId server) {
        int given = 0;
        int last = batch;
        for (int turn = 0; turn < BATCHES && last == batch; turn++) {
            List<Garbage> rows = garbage.garbage(server, 0, batch);
            if (!rows.isEmpty()) {
                garbage.collected(rows.stream().map(Garbage::id).toList());
            }
            last = rows.size();
            given += last;
        }
        if (given > 0) {
            LOG.info("server {} is lost: {} rows of the outbox do not wait for it any more", server, given);
        }
        return given;
    }
}
