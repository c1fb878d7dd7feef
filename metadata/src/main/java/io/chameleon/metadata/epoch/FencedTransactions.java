package io.chameleon.metadata.epoch;

import io.chameleon.metadata.database.Transactions;
import java.util.function.Function;
import org.hibernate.StatelessSession;

/** Transactions of the balancer: each begins with {@link Fencing}. */
public final class FencedTransactions {
    private final Transactions transactions;

    public FencedTransactions(Transactions transactions) {
        this.transactions = transactions;
    }

    /** As {@link Transactions#run}; those of one leader run in parallel. */
    public <T> T run(long fence, Function<StatelessSession, T> work) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            return work.apply(session);
        });
    }
}
