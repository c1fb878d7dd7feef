package io.chameleon.balancer.leader;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.RemapTable;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets this process stand for election only while the metadata service serves it. A leader that reaches ZooKeeper alone
 * repairs nothing, and keeps processes that could from leading.
 */
public final class Candidacy {
    private static final Logger LOG = LoggerFactory.getLogger(Candidacy.class);
    /** A restart of the metadata service, or a failover of its database, takes less. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Leadership leadership;
    private final RemapTable table;
    private final LongSupplier nanoTime;
    private long served;

    /**
     * @param table is asked whether the metadata service serves
     * @param nanoTime a ticker
     */
    public Candidacy(Leadership leadership, RemapTable table, LongSupplier nanoTime) {
        this.leadership = leadership;
        this.table = table;
        this.nanoTime = nanoTime;
        this.served = nanoTime.getAsLong();
    }

    /**
     * To be called now and then, by one thread at a time. Waits for the metadata service.
     *
     * @throws ChameleonError its failure
     */
    public void review() {
        try {
            var unused = table.balancerEpoch();
        } catch (ChameleonError e) {
            if (leadership.stands() && nanoTime.getAsLong() - served >= PATIENCE.toNanos()) {
                LOG.warn(
                        "leaves the election to others: the metadata service has not served this process for {}",
                        Durations.text(PATIENCE));
                leadership.withdraw();
            }
            throw e;
        }
        served = nanoTime.getAsLong();
        if (!leadership.stands()) {
            LOG.info("stands for election again: the metadata service serves");
            leadership.stand();
        }
    }
}
