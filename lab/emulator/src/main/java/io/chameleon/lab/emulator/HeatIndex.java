package io.chameleon.lab.emulator;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Objects in the order of their heat, like the mapping table's index on the heat score: the hottest and the coldest are
 * found without looking at the others. Scores fall into {@value #STEPS_PER_DOUBLING} steps per doubling; within a step,
 * the order is that of the last writes. Not safe from several threads.
 *
 * <p>Cost: a write O(1), the n hottest or coldest O(n + steps), memory 12 bytes an object.
 */
public final class HeatIndex {
    private static final int STEPS_PER_DOUBLING = 16;
    private static final int NONE = -1;

    private final int[] step;
    private final int[] hotter;
    private final int[] colder;

    /** Last written object of each step; the earlier ones are chained below it. */
    private int[] heads = new int[1024];

    private int lowest = Integer.MAX_VALUE;
    private int highest = NONE;

    public HeatIndex(int objects) {
        step = new int[objects];
        hotter = new int[objects];
        colder = new int[objects];
        Arrays.fill(step, NONE);
        Arrays.fill(heads, NONE);
    }

    /** @param score see {@link io.chameleon.core.redundancy.WriteHeat}, of an object that was written, 0 or more */
    public void put(int object, double score) {
        int to = (int) Math.max(0, score * STEPS_PER_DOUBLING);
        if (step[object] == to && heads[to] == object) {
            return;
        }
        remove(object);
        if (to >= heads.length) {
            int length = heads.length;
            heads = Arrays.copyOf(heads, Math.max(to + 1, 2 * length));
            Arrays.fill(heads, length, heads.length, NONE);
        }
        step[object] = to;
        hotter[object] = NONE;
        colder[object] = heads[to];
        if (heads[to] != NONE) {
            hotter[heads[to]] = object;
        }
        heads[to] = object;
        lowest = Math.min(lowest, to);
        highest = Math.max(highest, to);
    }

    /** Forgets an object, as if it had never been written. */
    public void remove(int object) {
        int from = step[object];
        if (from == NONE) {
            return;
        }
        if (hotter[object] == NONE) {
            heads[from] = colder[object];
        } else {
            colder[hotter[object]] = colder[object];
        }
        if (colder[object] != NONE) {
            hotter[colder[object]] = hotter[object];
        }
        step[object] = NONE;
    }

    /** Visits up to {@code limit} objects, hottest first. */
    public void hottest(int limit, IntConsumer visitor) {
        int left = limit;
        for (int at = highest; at >= lowest && left > 0; at--) {
            left = visit(at, left, visitor);
        }
    }

    /** Visits up to {@code limit} objects, coldest first. */
    public void coldest(int limit, IntConsumer visitor) {
        int left = limit;
        for (int at = lowest; at <= highest && left > 0; at++) {
            left = visit(at, left, visitor);
        }
    }

    private int visit(int at, int limit, IntConsumer visitor) {
        int left = limit;
        for (int object = heads[at]; object != NONE && left > 0; object = colder[object]) {
            visitor.accept(object);
            left--;
        }
        return left;
    }
}
