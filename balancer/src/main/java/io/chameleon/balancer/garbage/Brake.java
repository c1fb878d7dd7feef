package io.chameleon.balancer.garbage;

import io.chameleon.core.mapping.table.ReconciliationHalt;
import org.jspecify.annotations.Nullable;

/**
 * How many of a server's fragments one pass of reconciliation may condemn. Clients that die leave few orphans; a
 * database that is empty, old or another cluster's makes everything look like garbage.
 *
 * @param floor allowed on any server, however small
 * @param oneIn one fragment in this many is allowed on a large one
 */
public record Brake(long floor, long oneIn) {
    /** A thousand of any server, or one in twenty. */
    public static final Brake STANDARD = new Brake(1_000, 20);

    /**
     * @param held fragments on the server that are old enough to be judged
     * @param halt of this server; null: none. It does not end because the server grew: only what an operator confirmed,
     *     or a count that any server may have, ends it
     */
    long limit(long held, @Nullable ReconciliationHalt halt) {
        long share = Math.max(floor, held / oneIn);
        if (halt == null) {
            return share;
        }
        return halt.isConfirmed() ? halt.confirmed() + share : floor;
    }
}
