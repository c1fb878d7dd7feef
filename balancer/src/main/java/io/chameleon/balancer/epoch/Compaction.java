package io.chameleon.balancer.epoch;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.mapping.table.RemapTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops old entries of the epoch log. The plan of the epoch is in the table by then: it does not fail for work that the
 * next epoch can do as well.
 */
final class Compaction {
    private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

    private final RemapTable table;

    Compaction(RemapTable table) {
        this.table = table;
    }

    /** Of an epoch and those before it; returns how many entries it dropped. Does not fail. */
    long run(long fence, long epoch) {
        long dropped = 0;
        try {
            int last;
            do {
                last = table.compact(fence, epoch);
                dropped += last;
            } while (last > 0);
        } catch (RuntimeException e) {
            Calls.rethrowIfFenced(e);
            LOG.warn("compaction is left to the next epoch: {}", e.toString());
        }
        return dropped;
    }
}
