package io.chameleon.erasure;

import org.jspecify.annotations.Nullable;

/**
 * The most recently needed decode plans of one codec. Bounded: when full, the oldest is evicted. Lookups take no lock
 * and allocate nothing. 4+2 has 21 patterns of absent shards, so all of them stay.
 */
final class DecodePlans {
    private static final int MAX_PLANS = 64;
    private static final int MIN_PLANS = 2;
    private static final int MAX_TABLE_BYTES = 4 << 20;

    private final int capacity;
    private volatile DecodePlan[] plans = {};
    private int oldest;

    DecodePlans(int dataShards, int parityShards) {
        int planBytes = PackedTables.BYTES_PER_COEFFICIENT * dataShards * Math.max(1, parityShards);
        capacity = Math.max(MIN_PLANS, Math.min(MAX_PLANS, MAX_TABLE_BYTES / planBytes));
    }

    @Nullable
    DecodePlan find(boolean[] present, boolean @Nullable [] wanted) {
        int hash = DecodePlan.hash(present, wanted);
        for (DecodePlan plan : plans) {
            if (plan.isFor(hash, present, wanted)) {
                return plan;
            }
        }
        return null;
    }

    synchronized void add(DecodePlan plan) {
        DecodePlan[] before = plans;
        boolean full = before.length == capacity;
        DecodePlan[] after = new DecodePlan[full ? capacity : before.length + 1];
        System.arraycopy(before, 0, after, 0, before.length);
        after[full ? oldest : before.length] = plan;
        oldest = full ? (oldest + 1) % capacity : oldest;
        plans = after;
    }

    int size() {
        return plans.length;
    }

    int capacity() {
        return capacity;
    }
}
