package io.chameleon.metadata.epoch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.row.BalancerEpochRow;
import java.time.InstantSource;
import org.hibernate.LockMode;

/**
 * Who leads in one database, with which fence, and in which epoch: changes of the row that {@link Fencing} checks. Each
 * is a transaction.
 */
public final class DatabaseEpoch {
    private final Transactions transactions;
    private final InstantSource clock;

    public DatabaseEpoch(Database database, InstantSource clock) {
        this.transactions = database.transactions();
        this.clock = clock;
    }

    public BalancerEpoch current() {
        return transactions.run(session -> BalancerEpochRow.read(session).toEpoch());
    }

    /**
     * A new leader, with a fence above that of {@code known}, and in its epoch if that is later: as another database of
     * the mapping table knows them.
     */
    public BalancerEpoch claim(String holder, BalancerEpoch known) {
        return transactions.run(session -> {
            BalancerEpochRow row = BalancerEpochRow.read(session, LockMode.PESSIMISTIC_WRITE);
            row.fence = Math.max(row.fence, known.fence()) + 1;
            row.epoch = Math.max(row.epoch, known.epoch());
            row.holder = holder;
            session.update(row);
            return row.toEpoch();
        });
    }

    /**
     * A leader that has claimed another database of the mapping table leads here, too.
     *
     * @throws ChameleonError {@code FENCED} if a later one does
     */
    public void follow(BalancerEpoch leader) {
        transactions.run(session -> {
            BalancerEpochRow row = BalancerEpochRow.read(session, LockMode.PESSIMISTIC_WRITE);
            if (row.fence > leader.fence()) {
                throw new ChameleonError(
                        ErrorCode.FENCED, "'" + row.holder + "' has claimed fence " + row.fence + " meanwhile");
            }
            row.fence = leader.fence();
            row.epoch = Math.max(row.epoch, leader.epoch());
            row.holder = leader.holder();
            session.update(row);
            return row.fence;
        });
    }

    /** Here, too, that epoch begins, if it has not: those of all databases of the mapping table are one. */
    public void enter(long fence, long epoch) {
        long now = clock.millis();
        transactions.run(session -> {
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            if (row.epoch < epoch) {
                row.epoch = epoch;
                row.beganMillis = now;
                session.update(row);
            }
            return row.epoch;
        });
    }

    /** The next epoch begins. */
    public BalancerEpoch advance(long fence) {
        long now = clock.millis();
        return transactions.run(session -> {
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            row.epoch++;
            row.beganMillis = now;
            session.update(row);
            return row.toEpoch();
        });
    }
}
