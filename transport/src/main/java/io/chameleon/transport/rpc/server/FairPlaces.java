package io.chameleon.transport.rpc.server;

import io.chameleon.transport.rpc.CallContext;
import java.util.HashMap;
import java.util.Map;

/**
 * A bounded number of places. No caller gets the last eighth: a caller that floods a process is refused while others
 * are still served. A caller is a principal or, without authentication, a connection. Safe from any thread; never
 * waits.
 */
public final class FairPlaces {
    private static final int RESERVED_PART = 8;

    private final int limit;
    private final int share;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    public FairPlaces(int limit) {
        this.limit = limit;
        this.share = limit - limit / RESERVED_PART;
    }

    /** Takes a place, unless none is left, or none for this caller. */
    public synchronized boolean tryAcquire(CallContext context) {
        String caller = context.caller();
        int own = taken.getOrDefault(caller, 0);
        if (all >= limit || own >= share) {
            return false;
        }
        all++;
        taken.put(caller, own + 1);
        return true;
    }

    /** Gives back a place that the same caller took. */
    public synchronized void release(CallContext context) {
        String caller = context.caller();
        int own = taken.getOrDefault(caller, 0);
        if (own == 0) {
            throw new IllegalStateException("a place given back that " + caller + " has not taken");
        }
        all--;
        if (own == 1) {
            taken.remove(caller);
        } else {
            taken.put(caller, own - 1);
        }
    }
}
