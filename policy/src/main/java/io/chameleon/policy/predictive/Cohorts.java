package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Objects whose last writes followed each other, such as those of one file or one batch. Objects written in one burst
 * will be written in one burst again, and then the server that takes most of it has the longest queue, however even the
 * sums of an epoch are. A move may not leave its target with more of a cohort's writes than its source had, so no plan
 * makes a burst less even.
 *
 * <p>Cost: O(objects log objects) to build, O(1) per query and per move. Not safe from several threads.
 */
final class Cohorts {
    /** Objects of a cohort: about what a client writes concurrently. */
    private static final int OBJECTS = 16;

    private static final Comparator<Candidate> BY_TIME =
            Comparator.comparingLong(Candidate::lastWriteMillis).thenComparing(Candidate::id);

    private final WearLedger ledger;
    private final List<Candidate> byTime;

    /** The number of each object's cohort. By identity: a plan asks a hundred times for each move, of its snapshot. */
    private final Map<Candidate, Integer> numbers;

    /** By the number of the cohort: page writes per epoch on each server. Those that nobody asked about are absent. */
    private final Map<Integer, Map<ServerId, Double>> pageWrites = new HashMap<>();

    Cohorts(ClusterSnapshot snapshot, WearLedger ledger) {
        this.ledger = ledger;
        byTime = new ArrayList<>(snapshot.objects());
        byTime.sort(BY_TIME);
        numbers = new IdentityHashMap<>(byTime.size());
        for (int i = 0; i < byTime.size(); i++) {
            numbers.put(byTime.get(i), i / OBJECTS);
        }
    }

    /** Page writes per epoch of the object's fragment on a server. */
    private double writes(Candidate object, ServerId server) {
        return ledger.pageWritesOn(server, object);
    }

    /** Whether a fragment may move: the target then has no more of the cohort's writes than the source has now. */
    boolean allow(Movable movable, ServerId from, ServerId to) {
        if (!(movable instanceof Candidate object)) {
            return true; // a hash range is written at random times
        }
        Map<ServerId, Double> cohort = cohort(object);
        double own = writes(object, from);
        double slack = 1e-6 * own; // sums of doubles must not decide between equals
        return cohort.getOrDefault(to, 0.0) + own <= cohort.getOrDefault(from, 0.0) + slack;
    }

    void move(Movable movable, ServerId from, ServerId to) {
        if (!(movable instanceof Candidate object)) {
            return;
        }
        Map<ServerId, Double> cohort = cohort(object);
        cohort.merge(from, -writes(object, from), Double::sum);
        cohort.merge(to, writes(object, from), Double::sum);
    }

    /** @param object of the snapshot */
    private Map<ServerId, Double> cohort(Candidate object) {
        return pageWrites.computeIfAbsent(Objects.requireNonNull(numbers.get(object)), this::pageWritesOf);
    }

    private Map<ServerId, Double> pageWritesOf(int cohort) {
        Map<ServerId, Double> sums = new HashMap<>();
        int first = cohort * OBJECTS;
        for (Candidate object : byTime.subList(first, Math.min(first + OBJECTS, byTime.size()))) {
            for (ServerId server : object.next().servers()) {
                sums.merge(server, writes(object, server), Double::sum);
            }
        }
        return sums;
    }
}
