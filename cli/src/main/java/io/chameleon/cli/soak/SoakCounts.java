package io.chameleon.cli.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts so far. Safe from any thread. */
public final class SoakCounts {
    private static final int SHOWN_LOSSES = 100;

    final LongAdder puts = new LongAdder();
    final LongAdder gets = new LongAdder();
    final LongAdder deletes = new LongAdder();
    final LongAdder lists = new LongAdder();
    /** Operations without an answer in time; users would try again. */
    final LongAdder unanswered = new LongAdder();

    private final LongAdder lost = new LongAdder();
    private final List<String> losses = Collections.synchronizedList(new ArrayList<>());

    void lost(String what) {
        lost.increment();
        if (losses.size() < SHOWN_LOSSES) {
            losses.add(what);
        }
    }

    public long lost() {
        return lost.sum();
    }

    /** Operations that were answered. */
    public long answered() {
        return puts.sum() + gets.sum() + deletes.sum() + lists.sum();
    }

    /** Each loss in one line, the first hundred. */
    public List<String> losses() {
        synchronized (losses) {
            return List.copyOf(losses);
        }
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("puts", puts.sum());
        json.put("gets", gets.sum());
        json.put("deletes", deletes.sum());
        json.put("lists", lists.sum());
        json.put("unanswered", unanswered.sum());
        json.put("lost", lost());
        json.put("losses", losses());
        return json;
    }

    @Override
    public String toString() {
        return puts.sum() + " puts, " + gets.sum() + " gets, " + deletes.sum() + " deletes, " + lists.sum()
                + " lists acknowledged, " + unanswered.sum() + " without an answer, " + lost() + " lost";
    }
}
