package io.chameleon.policy.ledger;

import io.chameleon.core.ServerId;
import io.chameleon.policy.WearForecast;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The accounts of the writable servers, sorted by wear and by fill, with mean and σ of their wear. An account leaves
 * before it changes and enters again once it is settled: O(log servers).
 */
final class Ranking {
    private final TreeSet<ServerAccount> byWear = new TreeSet<>(Comparator.comparingDouble(ServerAccount::wear)
            .thenComparing(a -> a.server().id()));
    private final TreeSet<ServerAccount> byFill = new TreeSet<>(Comparator.comparingDouble(ServerAccount::relativeFill)
            .thenComparing(a -> a.server().id()));
    /** The sums use the distance to this, so that equal servers give a σ of exactly 0. */
    private final double origin;

    private double sum;
    private double squares;

    /** @param writable settled */
    Ranking(List<ServerAccount> writable) {
        origin = writable.isEmpty() ? 0 : writable.getFirst().wear();
        writable.forEach(this::enter);
    }

    void enter(ServerAccount account) {
        if (account.server().writable()) {
            byWear.add(account);
            byFill.add(account);
            double off = account.wear() - origin;
            sum += off;
            squares += off * off;
        }
    }

    void leave(ServerAccount account) {
        if (account.server().writable()) {
            byWear.remove(account);
            byFill.remove(account);
            double off = account.wear() - origin;
            sum -= off;
            squares -= off * off;
        }
    }

    int size() {
        return byWear.size();
    }

    WearForecast forecast() {
        int n = byWear.size();
        if (n == 0) {
            return new WearForecast(0, 0);
        }
        double mean = sum / n;
        return new WearForecast(origin + mean, Math.sqrt(Math.max(0, squares / n - mean * mean)));
    }

    /** Mean wear that a server is expected to gain in one epoch; 0 without servers. */
    double wearPerEpoch() {
        return byWear.stream()
                .mapToDouble(ServerAccount::wearPerEpoch)
                .average()
                .orElse(0);
    }

    /** Mean of a share of the capacity, by capacity; 0 without servers. */
    double mean(ToDoubleFunction<ServerAccount> share) {
        double capacity = 0;
        double pages = 0;
        for (ServerAccount account : byFill) {
            capacity += account.server().capacityPages();
            pages += share.applyAsDouble(account) * account.server().capacityPages();
        }
        return capacity == 0 ? 0 : pages / capacity;
    }

    /** Ties by id; evaluated lazily, so do not use it across a change. */
    Iterator<ServerId> leastWornFirst() {
        return ids(byWear);
    }

    Iterator<ServerId> mostWornFirst() {
        return ids(byWear.descendingSet());
    }

    Iterator<ServerId> emptiestFirst() {
        return ids(byFill);
    }

    Iterator<ServerId> fullestFirst() {
        return ids(byFill.descendingSet());
    }

    private static Iterator<ServerId> ids(Collection<ServerAccount> accounts) {
        return accounts.stream().map(account -> account.server().id()).iterator();
    }
}
