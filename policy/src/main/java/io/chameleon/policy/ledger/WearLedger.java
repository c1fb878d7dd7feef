package io.chameleon.policy.ledger;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.WearForecast;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The predicted wear and fill of each writable server, kept up to date while a plan grows. Planners even these out.
 *
 * <p>Wear: {@code E'_s = erases_s + H * rate_s}, where {@code H} is the horizon of the {@link Outlook} and
 * {@code rate_s} sums, over the objects whose next write goes to s (pending intents counted there), writes per epoch
 * times {@code pages / (B_p (1 - mu_s))} (Eq. 2; reading 5). The paper says "estimate wear variance" of cumulative
 * counts and adds the cost of one epoch. But a move lasts, and its effect in one epoch is small beside cumulative
 * counts: hundreds of objects would be moved to the least worn server and moved back later. Evening out wear H epochs
 * ahead removes 1/H of the remaining difference each epoch, and pending intents are not planned twice. H must outlast
 * the wait for the writes that carry out a plan, or their effect is planned twice; the longer it is, the more slowly a
 * drifting workload is followed.
 *
 * <p>For objects that the snapshot does not list, see {@link UnlistedWrites}.
 *
 * <p>Fill: live pages plus the room that pending and planned intents need at their destinations. Room that moves will
 * free counts only once it is free, so a plan never overfills a server, whatever the order in which its intents are
 * written. If the bound follows the mean, that is the mean of live and reserved pages when the plan begins.
 *
 * <p>Cost: O(objects + servers log servers) to build, O(log servers) for each server that a move touches, O(1) per
 * query. Not safe from several threads.
 */
public final class WearLedger {
    /** Up to this fill, garbage collection finds nearly empty victims, however uneven the fill of servers is. */
    private static final double FREELY_FILLED = 0.5;

    private final Outlook outlook;
    private final FragmentLoad load;
    private final Map<ServerId, ServerAccount> accounts = new HashMap<>();
    private final Ranking ranking;
    private final FailureDomains domains;
    private final int pageBytes;
    private final double maxFill;

    /** With the outlook of {@code predictive}. */
    public WearLedger(ClusterSnapshot snapshot, PolicyConfig config) {
        this(snapshot, Outlook.predictive(snapshot, config));
    }

    public WearLedger(ClusterSnapshot snapshot, Outlook outlook) {
        this.outlook = outlook;
        this.load = new FragmentLoad(outlook.rates(), outlook.horizonEpochs());
        List<ServerLoad> writable =
                snapshot.servers().stream().filter(ServerLoad::writable).toList();
        double meanRated =
                writable.stream().mapToDouble(ServerLoad::ratedErases).average().orElse(1);
        for (ServerLoad server : snapshot.servers()) {
            double weight = outlook.byRatedErases() ? meanRated / server.ratedErases() : 1;
            accounts.put(server.id(), new ServerAccount(server, outlook.garbage(), outlook.horizonEpochs(), weight));
        }
        domains = new FailureDomains(
                snapshot.servers().stream().map(ServerLoad::member).toList(), this::isWritable);
        pageBytes = writable.isEmpty() ? 1 : writable.getFirst().pageBytes();
        snapshot.movables().forEach(this::book);
        UnlistedWrites.of(snapshot, outlook.rates())
                .forEach((server, pages) -> account(server).addPageWrites(pages));
        accounts.values().forEach(ServerAccount::settle);
        List<ServerAccount> writableAccounts =
                writable.stream().map(server -> account(server.id())).toList();
        double meanWear = writableAccounts.stream()
                .mapToDouble(ServerAccount::wear)
                .average()
                .orElse(0);
        writableAccounts.forEach(account -> account.favour(meanWear));
        ranking = new Ranking(writableAccounts);
        maxFill = Math.min(
                outlook.maxFill(),
                writable.isEmpty()
                        ? 1
                        : Math.max(
                                FREELY_FILLED, outlook.maxFillOverMean() * ranking.mean(account -> account.fill(0))));
    }

    private void book(Movable object) {
        Placement live = object.live();
        Placement next = object.next();
        for (int i = 0; i < next.servers().size(); i++) {
            ServerAccount account = accounts.get(next.servers().get(i));
            if (account != null) {
                account.addPageWrites(load.pageWrites(object, next.scheme(), i, account.server()));
            }
        }
        if (!next.equals(live)) {
            for (ServerAccount account : known(live.servers())) {
                account.addPages(-load.pages(object, live, account.server()));
            }
            for (ServerAccount account : known(next.servers())) {
                account.addPages(load.pages(object, next, account.server()));
                account.reserve(load.room(object, next, account.server()));
            }
        }
    }

    private List<ServerAccount> known(Collection<ServerId> servers) {
        List<ServerAccount> known = new ArrayList<>(servers.size());
        for (ServerId server : servers) {
            ServerAccount account = accounts.get(server);
            if (account != null) {
                known.add(account);
            }
        }
        return known;
    }

    public WearForecast forecast() {
        return ranking.forecast();
    }

    /** Mean wear that a writable server is expected to gain in one epoch; 0 without servers. */
    public double wearPerEpoch() {
        return ranking.wearPerEpoch();
    }

    /** Page writes per epoch over all servers. */
    public double pageWritesPerEpoch() {
        return accounts.values().stream().mapToDouble(ServerAccount::pageWrites).sum();
    }

    /** Mean filled share of the writable servers once all intents are written; 0 without servers. */
    public double meanSettledFill() {
        return ranking.mean(ServerAccount::settledFill);
    }

    /** {@code E'_s} in block erases (of a device with mean rated erases, if wear is counted by rated erases). */
    public double wear(ServerId server) {
        return account(server).wear();
    }

    /**
     * What one object adds to the forecast wear of a server that gets, or loses, its fragment {@code index}, in block
     * erases.
     */
    public double wearOf(Movable object, int index, ServerId server) {
        ServerAccount account = account(server);
        return account.wearOf(
                load.pageWrites(object, object.next().scheme(), index, account.server()),
                load.pages(object, object.next().scheme(), index, account.server()));
    }

    /** How many page writes per epoch would add {@code wear} to a server. */
    public double pageWritesFor(double wear, ServerId server) {
        return account(server).pageWritesFor(wear);
    }

    /** The writable servers, least worn first, ties by id. Evaluated lazily, so do not use it across a move. */
    public Iterator<ServerId> leastWornFirst() {
        return ranking.leastWornFirst();
    }

    /** The same, most worn first. */
    public Iterator<ServerId> mostWornFirst() {
        return ranking.mostWornFirst();
    }

    /** The writable servers by {@link #relativeFill}, emptiest first, ties by id; do not use it across a move. */
    public Iterator<ServerId> emptiestFirst() {
        return ranking.emptiestFirst();
    }

    /** The same, fullest first. */
    public Iterator<ServerId> fullestFirst() {
        return ranking.fullestFirst();
    }

    /** How many servers are writable. */
    public int writable() {
        return ranking.size();
    }

    public boolean isWritable(ServerId server) {
        ServerAccount account = accounts.get(server);
        return account != null && account.server().writable();
    }

    /** The failure domains of the writable servers. */
    public FailureDomains domains() {
        return domains;
    }

    /**
     * Filled share of a server's logical capacity once all intents are written and nothing is freed; 1 if it takes no
     * writes.
     */
    public double fill(ServerId server) {
        return isWritable(server) ? account(server).fill(0) : 1;
    }

    /** Filled share of a server's logical capacity once all intents are written and the replaced data is freed. */
    public double settledFill(ServerId server) {
        return account(server).settledFill();
    }

    /**
     * {@link #settledFill}, up to 5 % less on a device with more rated erases than the mean that is less worn, and as
     * much more on one with fewer that is more worn: such a device should hold more, or less, than the mean.
     */
    public double relativeFill(ServerId server) {
        return account(server).relativeFill();
    }

    /** The share of its logical capacity up to which a plan may fill a server. */
    public double maxFill() {
        return maxFill;
    }

    /**
     * Whether fragment {@code index} of the object under the scheme of {@code next} fits on a server within its bound.
     */
    public boolean hasRoom(Movable object, RedundancyScheme next, int index, ServerId server) {
        ServerAccount account = account(server);
        long needed = load.pages(object, next, index, account.server());
        return account.fill(load.room(object, needed, account.server())) <= maxFill;
    }

    /** Changes where the object's next write goes. */
    public void move(Movable object, Placement from, Placement to) {
        boolean withdrawn = to.equals(object.live());
        for (ServerAccount account : known(touched(from, to))) {
            ServerId server = account.server().id();
            ranking.leave(account);
            if (from.servers().contains(server)) {
                if (outlook.relievesSource() || withdrawn) {
                    account.addPageWrites(-load.pageWrites(object, from, account.server()));
                }
                account.addPages(-load.pages(object, from, account.server()));
                account.reserve(-load.room(object, from, account.server()));
            }
            if (to.servers().contains(server)) {
                account.addPageWrites(load.pageWrites(object, to, account.server()));
                account.addPages(load.pages(object, to, account.server()));
                account.reserve(load.room(object, to, account.server()));
            }
            account.settle();
            ranking.enter(account);
        }
    }

    /** The servers of either placement whose share differs; as printed, a server that stays is counted again. */
    private Set<ServerId> touched(Placement from, Placement to) {
        Set<ServerId> touched = new HashSet<>(from.servers());
        touched.addAll(to.servers());
        if (from.scheme().equals(to.scheme()) && outlook.relievesSource()) {
            for (int i = 0; i < from.servers().size(); i++) {
                if (from.servers().get(i).equals(to.servers().get(i))) {
                    touched.remove(from.servers().get(i));
                }
            }
        }
        return touched;
    }

    private ServerAccount account(ServerId server) {
        ServerAccount account = accounts.get(server);
        if (account == null) {
            throw new IllegalArgumentException("server: '" + server + "' given, expected one of the snapshot");
        }
        return account;
    }

    /** Expected client writes of an object per epoch. */
    public double writesPerEpoch(Movable object) {
        return outlook.rates().of(object);
    }

    /** Share of an object's pages that a write is expected to write, 0 to 1. */
    public double partOfObject() {
        return outlook.rates().partOfObject();
    }

    /** Pages of an object's next version on a server. */
    public long pagesOn(ServerId server, Candidate object) {
        return load.pages(object, object.next(), account(server).server());
    }

    /** Page writes per epoch that an object's next version brings to a server. */
    public double pageWritesOn(ServerId server, Candidate object) {
        return object.pagesOn(server, object.next(), pageBytes)
                * outlook.rates().ofPage(object);
    }

    /** Page writes per epoch that the next version brings to all its servers. */
    public double pageWrites(Movable object) {
        RedundancyScheme scheme = object.next().scheme();
        double pages = 0;
        for (int i = 0; i < scheme.width(); i++) {
            pages += object.pagesPerWrite(scheme, i, pageBytes);
        }
        return outlook.rates().ofPage(object) * pages;
    }

    /** Page writes per epoch of an object under a scheme, over all its servers. */
    public double pageWrites(Candidate object, RedundancyScheme scheme) {
        return outlook.rates().ofPage(object) * pages(object, scheme);
    }

    /** Pages of an object under a scheme, over all its servers. */
    public long pages(Candidate object, RedundancyScheme scheme) {
        return object.pages(scheme, pageBytes);
    }

    /** Pages that carrying out the object's intent in bulk would write. */
    public long pagesToCopy(Candidate object) {
        return Intents.pagesToCopy(object, pageBytes);
    }
}
