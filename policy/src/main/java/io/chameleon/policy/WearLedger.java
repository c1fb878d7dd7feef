package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The wear and the fill each writable server will have, kept up to date while a plan grows. This is what both planners balance.
 *
 * <p>Wear: {@code E'_s = erases_s + H * rate_s}, where {@code H} is {@code horizonEpochs} and {@code rate_s} sums, over the
 * objects whose next write goes to s (pending intents counted there), {@code p_k / 2 * pages / (B_p (1 - mu_s))} (Eq. 2;
 * reading 5). The paper says "estimate wear variance" of cumulative counts and adds the cost of one epoch; but a move lasts, and
 * one epoch's worth of it is so small beside cumulative counts that hundreds of objects would be thrown at the least worn server
 * and thrown back later. Making wear even H epochs ahead takes 1/H of the remaining difference away each epoch, and pending
 * intents are not planned twice. H must outlast the wait for the writes that carry out a plan, or their effect is planned for
 * twice; the longer it is, the more slowly a drifting workload is followed.
 *
 * <p>Fill: live pages plus the room pending and planned intents need at their destinations. Room that moves will free counts
 * only once it is free, so a plan never overfills a server, in whatever order its intents are written.
 *
 * <p>Cost: O(objects) to make, O(servers) for each question. Not safe from several threads.
 */
final class WearLedger {
    /** Up to here garbage collection finds nearly empty victims, however uneven the servers are filled. */
    private static final double FREELY_FILLED = 0.5;

    private final Map<ServerId, ServerAccount> accounts = new HashMap<>();
    private final List<ServerAccount> writable;
    private final WriteRates rates;
    private final int horizon;
    private final boolean onlyAdd;
    private final double maxFill;
    private @Nullable WearForecast forecast;
    private @Nullable List<ServerId> leastWornFirst;

    WearLedger(ClusterSnapshot snapshot, PolicyConfig config) {
        GarbageModel garbage =
                config.asPrinted() ? GarbageModel.asPrinted(snapshot.servers()) : GarbageModel.of(snapshot.servers());
        for (ServerLoad server : snapshot.servers()) {
            accounts.put(server.id(), new ServerAccount(server, garbage));
        }
        writable = snapshot.servers().stream()
                .filter(ServerLoad::writable)
                .map(server -> account(server.id()))
                .toList();
        rates = config.asPrinted() ? WriteRates.asSeen() : WriteRates.of(snapshot.objects());
        horizon = config.asPrinted() ? 1 : config.horizonEpochs();
        onlyAdd = config.asPrinted();
        for (Candidate object : snapshot.objects()) {
            fill(object, object.live(), -1);
            fill(object, object.next(), 1);
            load(object, object.next(), 1);
            reserve(object, object.next(), 1);
        }
        double capacity =
                writable.stream().mapToDouble(a -> a.server().capacityPages()).sum();
        double live = writable.stream().mapToDouble(a -> a.server().livePages()).sum();
        double meanFill = capacity == 0 ? 0 : live / capacity;
        maxFill = Math.min(config.maxFill(), Math.max(FREELY_FILLED, config.maxFillOverMean() * meanFill));
    }

    WearForecast forecast() {
        WearForecast known = forecast;
        if (known == null) {
            known = computeForecast();
            forecast = known;
        }
        return known;
    }

    private WearForecast computeForecast() {
        int n = writable.size();
        if (n == 0) {
            return new WearForecast(0, 0);
        }
        double sum = 0;
        for (ServerAccount account : writable) {
            sum += wear(account);
        }
        double mean = sum / n;
        double squares = 0;
        for (ServerAccount account : writable) {
            double off = wear(account) - mean;
            squares += off * off;
        }
        return new WearForecast(mean, Math.sqrt(squares / n));
    }

    /** What the forecast would be if the object's next write went to {@code to}. */
    WearForecast forecastWith(Candidate object, Placement to) {
        WearForecast before = forecast();
        List<ServerId> order = leastWornFirst;
        move(object, object.next(), to);
        WearForecast after = forecast();
        move(object, to, object.next());
        forecast = before;
        leastWornFirst = order;
        return after;
    }

    /** {@code E'_s}, block erases. */
    double wear(ServerId server) {
        return wear(account(server));
    }

    private double wear(ServerAccount account) {
        return account.erases() + horizon * account.erasesPerEpoch();
    }

    /** What one object adds to the forecast wear of a server that gets, or loses, one of its fragments, block erases. */
    double wearOf(Candidate object, Placement placement, ServerId server) {
        ServerAccount account = account(server);
        return horizon
                * account.erasesPerEpochOf(pageWrites(object, placement, account), pages(object, placement, account));
    }

    private static long pages(Candidate object, Placement placement, ServerAccount account) {
        return object.pagesPerServer(placement.scheme(), account.server().pageBytes());
    }

    private double pageWrites(Candidate object, Placement placement, ServerAccount account) {
        return writesPerEpoch(object) * pages(object, placement, account);
    }

    /** The writable servers, least worn first, ties by id. */
    List<ServerId> leastWornFirst() {
        List<ServerId> known = leastWornFirst;
        if (known == null) {
            known = writable.stream()
                    .sorted(Comparator.<ServerAccount>comparingDouble(this::wear)
                            .thenComparing(account -> account.server().id()))
                    .map(account -> account.server().id())
                    .toList();
            leastWornFirst = known;
        }
        return known;
    }

    boolean isWritable(ServerId server) {
        ServerAccount account = accounts.get(server);
        return account != null && account.server().writable();
    }

    String zone(ServerId server) {
        ServerAccount account = accounts.get(server);
        return account == null ? "" : account.server().zone();
    }

    int zones() {
        return (int) writable.stream().map(a -> a.server().zone()).distinct().count();
    }

    /** Filled share of a server's logical capacity once all intents are written and nothing is freed; 1 if it takes nothing. */
    double fill(ServerId server) {
        return isWritable(server) ? account(server).fill(0) : 1;
    }

    /** Filled share of a server's logical capacity once all intents are written and what they replace is freed. */
    double settledFill(ServerId server) {
        return account(server).settledFill();
    }

    /** Up to which share of its logical capacity a plan may fill a server. */
    double maxFill() {
        return maxFill;
    }

    /** The writable servers, emptiest first, ties by id. */
    List<ServerId> emptiestFirst() {
        return writable.stream()
                .map(account -> account.server().id())
                .sorted(Comparator.<ServerId>comparingDouble(this::fill).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Whether a fragment of the object under the scheme of {@code next} fits on a server within its bound. */
    boolean hasRoom(Candidate object, RedundancyScheme next, ServerId server) {
        ServerAccount account = account(server);
        return account.fill(roomFor(object, next, account)) <= maxFill;
    }

    /** Changes where the object's next write goes. */
    void move(Candidate object, Placement from, Placement to) {
        forecast = null;
        leastWornFirst = null;
        boolean withdrawn = to.equals(object.live());
        if (!onlyAdd || withdrawn) {
            load(object, from, -1); // reading 4: what moves away no longer wears its source
        }
        load(object, to, 1);
        fill(object, from, -1);
        fill(object, to, 1);
        reserve(object, from, -1);
        reserve(object, to, 1);
    }

    private void load(Candidate object, Placement placement, int sign) {
        for (ServerId server : placement.servers()) {
            ServerAccount account = accounts.get(server);
            if (account != null) {
                account.addPageWrites(sign * pageWrites(object, placement, account));
            }
        }
    }

    private void fill(Candidate object, Placement placement, int sign) {
        for (ServerId server : placement.servers()) {
            ServerAccount account = accounts.get(server);
            if (account != null) {
                account.addPages(sign * pages(object, placement, account));
            }
        }
    }

    private void reserve(Candidate object, Placement next, int sign) {
        for (ServerId server : next.servers()) {
            ServerAccount account = accounts.get(server);
            if (account != null) {
                account.reserve(sign * roomFor(object, next.scheme(), account));
            }
        }
    }

    /** Pages the next write needs beyond those the live version takes on the same server. */
    private static long roomFor(Candidate object, RedundancyScheme next, ServerAccount account) {
        int pageBytes = account.server().pageBytes();
        long needed = object.pagesPerServer(next, pageBytes);
        Placement live = object.live();
        long there =
                live.servers().contains(account.server().id()) ? object.pagesPerServer(live.scheme(), pageBytes) : 0;
        return Math.max(0, needed - there);
    }

    private ServerAccount account(ServerId server) {
        ServerAccount account = accounts.get(server);
        if (account == null) {
            throw new IllegalArgumentException("server: '" + server + "' given, expected one of the snapshot");
        }
        return account;
    }

    double writesPerEpoch(Candidate object) {
        return rates.of(object);
    }

    /** Page writes per epoch of all objects as they are, or after their next write will be. */
    double pageWritesPerEpoch(List<Candidate> objects) {
        return objects.stream()
                .mapToDouble(object -> pageWrites(object, object.next().scheme()))
                .sum();
    }

    /** Page writes per epoch of an object under a scheme, over all its servers. */
    double pageWrites(Candidate object, RedundancyScheme scheme) {
        return writable.isEmpty()
                ? 0
                : writesPerEpoch(object)
                        * scheme.width()
                        * object.pagesPerServer(
                                scheme, writable.getFirst().server().pageBytes());
    }
}
