package io.chameleon.balancer.garbage;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds orphans: fragments of writes whose client died before its commit, and of copies that never became live
 * (docs/architecture.md, "A delete").
 *
 * <p>The clock here only saves queries to metadata about young writes. Metadata decides by its own clock, the one that
 * refuses late commits, whether a write is an orphan. So a wrong clock here costs time or queries, never a fragment.
 *
 * <p>Nothing is deleted here. A dead fragment is condemned in the transaction that finds it dead, and the
 * {@link Reaper} deletes it. So a leader that was deposed meanwhile, whatever it still does, deletes nothing that its
 * successor has made live again.
 *
 * <p>A migration or repair that copies a write to a server that still has old fragments of it is refused once these are
 * condemned. So the lock excludes both while a page is judged. That only saves wasted copies; safety does not depend on
 * it.
 *
 * <p>A wrong table makes orphans of everything; clients that die make few. So all of a server's orphans are counted
 * before any is condemned ({@link Brake}). One call at a time.
 */
public final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final int PAGE = 1_000;

    private final GarbageTable table;
    private final FlashServers servers;
    private final InstantSource clock;
    private final Duration grace;
    private final Lock relocation;
    private final Brake brake;
    private final int mostPerPage;
    private volatile int halted;

    public Reconciler(
            GarbageTable table,
            FlashServers servers,
            InstantSource clock,
            Duration grace,
            Lock relocation,
            Brake brake,
            int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.grace = grace;
        this.relocation = relocation;
        this.brake = brake;
        this.mostPerPage = Math.min(PAGE, mostPerPage);
    }

    /**
     * Makes one pass over all servers that can be reached. If it finds more on a server than the {@link Brake} allows,
     * it condemns nothing there, and halts. Returns the fragments condemned.
     */
    public int reconcile(long fence) {
        return reconcile(fence, server -> true);
    }

    /** As {@link #reconcile(long)}, only for servers whose halt an operator has confirmed. */
    public int reconcileConfirmed(long fence) {
        Set<ServerId> confirmed = halts().values().stream()
                .filter(this::mayGoOn)
                .map(ReconciliationHalt::server)
                .collect(Collectors.toSet());
        return confirmed.isEmpty() ? 0 : reconcile(fence, confirmed::contains);
    }

    /** Servers on which it has halted, as read last. */
    public int halted() {
        return halted;
    }

    private boolean mayGoOn(ReconciliationHalt halt) {
        return halt.isConfirmed() && halt.found() <= brake.limit(halt.held(), halt);
    }

    private int reconcile(long fence, Predicate<ServerId> chosen) {
        Map<ServerId, ReconciliationHalt> halts = halts();
        int condemned = 0;
        for (ServerInfo server : servers.view().servers()) {
            if (server.isReadable() && chosen.test(server.id())) {
                try {
                    condemned += reconcile(fence, server, halts.get(server.id()));
                } catch (RuntimeException e) {
                    Calls.rethrowIfFenced(e);
                    LOG.warn("could not look for all orphans on {}: {}", server.id(), e.getMessage());
                }
            }
        }
        Map<ServerId, ReconciliationHalt> unused = halts();
        return condemned;
    }

    private Map<ServerId, ReconciliationHalt> halts() {
        List<ReconciliationHalt> halts = table.halts();
        halted = halts.size();
        return halts.stream().collect(Collectors.toMap(ReconciliationHalt::server, Function.identity()));
    }

    /** Counts first: a wrong table shows only once all of a server has been seen. */
    private int reconcile(long fence, ServerInfo server, @Nullable ReconciliationHalt halt) {
        long olderThan = Math.max(1, clock.millis() - grace.toMillis()); // 0 would be all
        OrphanCount count = new OrphanCount(table, server.id());
        pages(server, olderThan, count::add);
        long limit = brake.limit(count.held(), halt);
        if (count.orphans() > limit) {
            halt(fence, server.id(), count, limit);
            return 0;
        }
        Condemnation condemnation = new Condemnation(table, relocation, fence, server.id(), limit);
        if (count.orphans() > 0) {
            pages(server, olderThan, condemnation::add);
            LOG.info("condemned {} fragments of orphaned writes on {}", condemnation.fragments(), server.id());
        }
        if (halt != null) {
            table.endHalt(fence, halt);
            LOG.info("reconciliation goes on on {}", server.id());
        }
        return condemnation.fragments();
    }

    private void halt(long fence, ServerId server, OrphanCount count, long limit) {
        table.halt(fence, server, count.orphans(), count.held());
        LOG.error(
                "reconciliation halted on {}: nothing refers to {} of its {} fragments, and at most {} may go at once; nothing is deleted."
                        + " If the database is the right one and complete, 'chameleon reconcile --confirm {}' lets them go",
                server,
                count.orphans(),
                count.held(),
                limit,
                server);
    }

    /**
     * Delivers all fragments of a server that are old enough, until there are no more or {@code wantsMore} says stop.
     */
    private void pages(ServerInfo server, long olderThan, Predicate<FragmentPage> wantsMore) {
        @Nullable FragmentId after = null;
        FragmentPage page;
        do {
            page = servers.list(server, olderThan, after, mostPerPage);
            if (page.fragments().isEmpty()) {
                break;
            }
            after = page.fragments().getLast().id();
        } while (wantsMore.test(page) && page.more());
    }
}
