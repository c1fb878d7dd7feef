package io.chameleon.balancer.servers;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.RecentRing;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.client.Deletion;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.protocol.BucketPage;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The flash servers as the balancer sees them: identity, wear, and contents. Each call has one deadline. */
public final class FlashServers {
    private static final Logger LOG = LoggerFactory.getLogger(FlashServers.class);

    /** Who waits for a server that may be silent waits for this part of the request timeout. */
    static final int HASTE = 10;

    private final MetadataClient metadata;
    private final FlashClient flash;
    private final Duration timeout;
    private final RecentRing rings = new RecentRing();

    public FlashServers(MetadataClient metadata, FlashClient flash, Duration timeout) {
        this.metadata = metadata;
        this.flash = flash;
        this.timeout = timeout;
    }

    public ClusterView view() {
        return Calls.await(metadata.clusterView(timeout));
    }

    /** The schemes of buckets that have their own, by name. */
    public Map<String, BucketSchemes> bucketSchemes() {
        Map<String, BucketSchemes> schemes = new HashMap<>();
        String after = "";
        BucketPage page;
        do {
            page = Calls.await(metadata.buckets().withSchemes(after, BucketTable.MAX_LIMIT, timeout));
            for (BucketInfo bucket : page.buckets()) {
                after = bucket.name();
                if (!bucket.schemes().isNone()) { // an earlier build tells all
                    schemes.put(bucket.name(), bucket.schemes());
                }
            }
        } while (page.more() && !page.buckets().isEmpty());
        return schemes;
    }

    /** The ring of a view; made anew only if servers have come, gone or changed. */
    public PlacementRing ring(ClusterView view) {
        return rings.of(view);
    }

    @Nullable
    public ObjectMapping row(ObjectId id) {
        return Calls.await(metadata.lookup(id, timeout)).mapping();
    }

    /**
     * Asks for repair. If the request fails now, that is no reason to stop: the next reader will find the damage too.
     */
    public void report(Damage damage) {
        try {
            Calls.await(metadata.reportDamage(damage, timeout));
        } catch (ChameleonError e) {
            LOG.warn("could not report {}: {}", damage, e.getMessage());
        }
    }

    public CompletableFuture<Deletion> delete(ServerInfo server, Collection<WriteId> writes) {
        return flash.delete(Endpoint.of(server), writes, timeout);
    }

    public FragmentPage list(ServerInfo server, long olderThanMillis, @Nullable FragmentId after, int limit) {
        return Calls.await(flash.list(Endpoint.of(server), olderThanMillis, after, limit, timeout));
    }

    /** Access to single fragments for one round of copying. */
    public FragmentIo fragments(ClusterView view) {
        return fragments(view, new Silence(InstantSource.system()));
    }

    /**
     * As {@link #fragments(ClusterView)}; servers that were silent in an earlier round are not asked, those that are
     * silent in this one are noted.
     */
    public FragmentIo fragments(ClusterView view, Silence silence) {
        return new FragmentIo(flash, view, timeout, silence);
    }

    /** Room on the servers of a view for one round. */
    public Headroom headroom(ClusterView view, double share) {
        return headroom(share, InstantSource.system()).of(view);
    }

    /**
     * Room on servers, each of which is asked when its room is needed.
     *
     * @param share of each device that stays free
     */
    public Headroom headroom(double share, InstantSource clock) {
        return new Headroom(share, clock, this::wear);
    }

    /**
     * Makes a server refuse new fragments, or take them again; clients pass over a draining server even if this request
     * fails.
     */
    public void drain(ServerInfo server, boolean refuse) {
        try {
            Calls.await(flash.drain(Endpoint.of(server), refuse, timeout));
        } catch (ChameleonError e) {
            LOG.info(
                    "{} does not know yet that {}: {}",
                    server.id(),
                    refuse ? "it is being drained" : "its drain was called off",
                    e.getMessage());
        }
    }

    /** Asks all servers the same question now and then. */
    public <T> ServerPoll<T> poll(String what, Duration period, ServerPoll.Question<T> question) {
        return new ServerPoll<>(what, period, timeout, question);
    }

    /** The damage that a server found itself. */
    public CompletableFuture<List<FragmentId>> damaged(ServerInfo server, Duration within) {
        return flash.damaged(Endpoint.of(server), within);
    }

    /** For who waits for one server, or a few. */
    public CompletableFuture<WearReport> wear(ServerInfo server) {
        return wear(server, timeout.dividedBy(HASTE));
    }

    public CompletableFuture<WearReport> wear(ServerInfo server, Duration within) {
        return flash.wear(Endpoint.of(server), within);
    }

    /**
     * Reports of the servers that answer in time, in the order of the view; a server that does not takes no part in
     * this epoch.
     */
    public Map<ServerInfo, WearReport> wear(ClusterView view) {
        List<ServerInfo> there =
                view.servers().stream().filter(ServerInfo::isReadable).toList();
        Inquiry.Outcome<WearReport> outcome = Inquiry.of(there, server -> wear(server, timeout));
        outcome.tellFailures("wear report");
        return outcome.answers();
    }
}
