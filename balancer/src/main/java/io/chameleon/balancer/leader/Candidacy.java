package io.chameleon.balancer.leader;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.NotGreetedError;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets this process stand for election only while it reaches the metadata service. A leader that reaches ZooKeeper
 * alone repairs nothing, and keeps processes that could from leading.
 */
public final class Candidacy {
    private static final Logger LOG = LoggerFactory.getLogger(Candidacy.class);
    /** A restart of the metadata service takes less. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Leadership leadership;
    private final RemapTable table;
    private final LongSupplier nanoTime;
    private long reached;

    /**
     * @param table is asked whether the metadata service is reached
     * @param nanoTime a ticker
     */
    public Candidacy(Leadership leadership, RemapTable table, LongSupplier nanoTime) {
        this.leadership = leadership;
        this.table = table;
        this.nanoTime = nanoTime;
        this.reached = nanoTime.getAsLong();
    }

    /**
     * To be called now and then, by one thread at a time. Waits for the metadata service.
     *
     * @throws ChameleonError if it is not reached
     */
    public void review() {
        try {
            var unused = table.balancerEpoch();
        } catch (ChameleonError e) {
            if (isUnreached(e)) {
                withdrawInTime();
                throw e;
            }
            LOG.debug("the metadata service is there; what it lacks, it lacks for other processes, too", e);
        }
        reached = nanoTime.getAsLong();
        if (!leadership.stands()) {
            LOG.info("stands for election again: the metadata service is reached");
            leadership.stand();
        }
    }

    private void withdrawInTime() {
        if (leadership.stands() && nanoTime.getAsLong() - reached >= PATIENCE.toNanos()) {
            LOG.warn(
                    "leaves the election to others: this process has not reached the metadata service for {}",
                    Durations.text(PATIENCE));
            leadership.withdraw();
        }
    }

    /** Whether nobody has answered. */
    private static boolean isUnreached(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotExecutedError || cause instanceof NotGreetedError) {
                return true;
            }
        }
        return false;
    }
}
