package io.chameleon.metadata.routing;

import io.chameleon.core.mapping.table.BalancerEpoch;

/**
 * Who leads, and in which epoch, in all databases.
 *
 * <p>Each database has a fence of its own, and all of them have the same. A claim raises that of the first, which
 * decides who comes later, and then the others in the order of their numbers. It returns when all have it. So whatever
 * a leader changes in any database comes after the last change by its predecessors in every database. A leader whose
 * claim has not returned does nothing yet. If a claim fails half-way, its predecessor is refused wherever the fence has
 * risen, and nobody leads until a claim succeeds.
 *
 * <p>The end of an epoch goes the other way: the first database comes last, and its epoch is the cluster's. Whoever
 * repeats an end that failed half-way ends the same epoch.
 */
final class ClusterEpoch {
    private final Databases databases;

    ClusterEpoch(Databases databases) {
        this.databases = databases;
    }

    BalancerEpoch current() {
        return databases.first().epoch().current();
    }

    BalancerEpoch claim(String holder) {
        BalancerEpoch known = BalancerEpoch.INITIAL;
        for (DatabaseTables database : databases.further()) {
            BalancerEpoch there = database.epoch().current();
            known = new BalancerEpoch(
                    Math.max(known.fence(), there.fence()), Math.max(known.epoch(), there.epoch()), "", 0);
        }
        // An end of the epoch that failed half-way is repeated by whoever leads: it is not an epoch yet.
        long ended = current().epoch() + 1;
        BalancerEpoch claimed = databases
                .first()
                .epoch()
                .claim(holder, new BalancerEpoch(known.fence(), known.epoch() > ended ? known.epoch() : 1, "", 0));
        databases.further().forEach(database -> database.epoch().follow(claimed));
        return claimed;
    }

    BalancerEpoch advance(long fence) {
        BalancerEpoch now = current();
        if (now.fence() == fence) {
            databases.further().forEach(database -> database.epoch().enter(fence, now.epoch() + 1));
        }
        return databases.first().epoch().advance(fence);
    }
}
