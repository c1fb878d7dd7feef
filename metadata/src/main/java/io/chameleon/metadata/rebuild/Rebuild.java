package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.metadata.database.ClusterIdentity;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.RebuildTable;
import io.chameleon.metadata.table.RebuiltHistories;
import io.chameleon.metadata.table.RebuiltLists;
import io.chameleon.metadata.table.RebuiltVersion;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.ManifestPage;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Rebuilds the mapping table in an empty database from the content of a cluster's servers: gathers the manifests, goes
 * over all writes in the order of their ids, makes composed objects of their lists, picks the newest version of each
 * object, and enters it; in buckets that keep versions the others, too. No server is changed.
 *
 * <p>Not recoverable: empty objects, which have no fragments; delete markers; grants, bucket policies and plans, which
 * no server knows; deletions whose fragments were not reaped yet. Memory: a page of each server's fragments; the
 * database sorts the rest.
 */
public final class Rebuild {
    private static final int MANIFESTS_PAGE = 5_000;
    /** The reaper deletes what was replaced within minutes, unless its server is away. */
    private static final Duration LONG = Duration.ofDays(1);

    private final RebuildTable table;
    private final Runnable adopt;
    private final FlashClient flash;
    private final ComponentReader reader;
    private final List<ServerInfo> servers;
    private final Share share;
    private final RebuildOptions options;
    private final InstantSource clock;
    private final RebuildProgress progress;
    private final Asking asking = new Asking();
    private final RebuildReport report = new RebuildReport();
    private final Set<ServerId> ids;

    private Rebuild(
            RebuildTable table,
            Runnable adopt,
            FlashClient flash,
            ComponentReader reader,
            List<ServerInfo> servers,
            Share share,
            RebuildOptions options,
            InstantSource clock,
            RebuildProgress progress) {
        this.table = table;
        this.adopt = adopt;
        this.flash = flash;
        this.reader = reader;
        this.servers = List.copyOf(servers);
        this.share = share;
        this.options = options;
        this.clock = clock;
        this.progress = progress;
        ids = servers.stream().map(ServerInfo::id).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Runs it.
     *
     * @param database without objects, and without other users meanwhile
     * @param flash may list the content of servers
     * @param reader reads from the same servers
     * @param servers all servers of one cluster
     * @param cluster its id, which becomes the database's
     * @throws IllegalArgumentException in one line if the database has objects
     */
    public static RebuildReport run(
            Database database,
            FlashClient flash,
            ComponentReader reader,
            List<ServerInfo> servers,
            String cluster,
            RebuildOptions options,
            InstantSource clock,
            RebuildProgress progress) {
        return run(database, Share.ALL, flash, reader, servers, cluster, options, clock, progress);
    }

    /** As the other, of one of several databases. */
    public static RebuildReport run(
            Database database,
            Share share,
            FlashClient flash,
            ComponentReader reader,
            List<ServerInfo> servers,
            String cluster,
            RebuildOptions options,
            InstantSource clock,
            RebuildProgress progress) {
        Runnable adopt = () -> {
            if (share.number() == 0) {
                String unused = new ClusterIdentity(database).open(cluster);
            } else {
                new ClusterIdentity(database).join(cluster, share.number());
            }
        };
        try (RebuildTable table = RebuildTable.open(database)) {
            return new Rebuild(table, adopt, flash, reader, servers, share, options, clock, progress).run();
        }
    }

    private RebuildReport run() {
        report.servers(servers.size());
        gatherManifests();
        gatherVersions();
        holdBack();
        gatherWholes();
        if (report.heldBack().isEmpty()) {
            Map<WriteId, String> problems = new ComposedObjects(
                            table, reader, asking, done -> progress.at(RebuildProgress.Phase.LISTS, done))
                    .gather();
            Set<String> keeping = keeping();
            if (report.undecided().isEmpty()) {
                place(problems, keeping);
            }
        }
        return report;
    }

    private void gatherManifests() {
        for (ServerInfo server : servers) {
            ManifestPage page = manifests(server, 0);
            while (true) {
                table.addManifests(page.manifests().stream().map(Rebuild::named).toList());
                report.manifests(page.manifests().size(), page.damagedBytes());
                progress.at(RebuildProgress.Phase.MANIFESTS, report.manifests());
                if (!page.more()) {
                    break;
                }
                page = manifests(server, page.cursor());
            }
        }
    }

    private ManifestPage manifests(ServerInfo server, long after) {
        return asking.await(asking.ask(
                "list the manifests of " + server.id(),
                timeout -> flash.listManifests(Endpoint.of(server), after, MANIFESTS_PAGE, timeout)));
    }

    private static RebuildTable.Named named(ManifestPage.Entry entry) {
        return new RebuildTable.Named(
                entry.writeId(),
                ManifestWire.pack(entry.manifest(), entry.writeId()).toByteArray(),
                entry.principal(),
                entry.manifest().former());
    }

    private void gatherVersions() {
        Set<FragmentId> damaged = damaged();
        WriteMerge writes = new WriteMerge(servers.stream()
                .map(server -> new ServerFragments(server, flash, asking))
                .toList());
        Batches<FoundWrite> batches = new Batches<>(found -> assess(found, damaged));
        for (FoundWrite write = writes.next(); write != null; write = writes.next()) {
            report.found(write);
            batches.accept(write);
            progress.at(RebuildProgress.Phase.FRAGMENTS, report.fragments());
        }
        batches.end();
    }

    /** Only fragments that servers know to be damaged, so they are few. */
    private Set<FragmentId> damaged() {
        Set<FragmentId> damaged = new HashSet<>();
        List<CompletableFuture<List<FragmentId>>> asked = servers.stream()
                .map(server -> asking.ask(
                        "list the damaged fragments of " + server.id(),
                        timeout -> flash.damaged(Endpoint.of(server), timeout)))
                .toList();
        asked.forEach(answer -> damaged.addAll(asking.await(answer)));
        return damaged;
    }

    private void assess(List<FoundWrite> writes, Set<FragmentId> damaged) {
        Map<WriteId, RebuildTable.Named> names =
                table.manifests(writes.stream().map(FoundWrite::writeId).toList());
        List<RebuiltVersion> versions = new ArrayList<>();
        for (FoundWrite write : writes) {
            RebuildTable.Named named = names.get(write.writeId());
            if (named == null) {
                report.nameless(write);
            } else {
                assess(write, named, damaged).ifPresent(versions::add);
            }
        }
        table.addVersions(versions);
    }

    private Optional<RebuiltVersion> assess(FoundWrite write, RebuildTable.Named named, Set<FragmentId> damaged) {
        Manifest manifest = ManifestWire.unpack(ManifestWire.parse(named.manifest()), write.writeId());
        if (!share.has(manifest.id())) {
            return Optional.empty();
        }
        int lost = options.lostServers().orElse(manifest.scheme().width());
        Optional<RebuiltVersion> version =
                new Assessment(write, manifest, ids).version(damaged::contains, lost, named.principal());
        if (version.isEmpty()) {
            report.unplaced(new RebuildReport.Unplaced(
                    manifest.id(),
                    manifest.content().contentId(),
                    manifest.scheme() + " needs " + manifest.scheme().width() + " servers, " + ids.size()
                            + " are here"));
        }
        return version.map(found ->
                new RebuiltVersion(found.row(), found.missing(), found.state(), found.principal(), named.former()));
    }

    /**
     * Flash servers recorded users' claims about the names of their writes. A claim counts if a grant, or the operator,
     * says that the user may write to the bucket. It also counts if no grant of the bucket is known and its oldest
     * version is that user's.
     */
    private void holdBack() {
        if (options.trustAll()) {
            return;
        }
        Map<String, Set<String>> granted = table.grantedWriters();
        Map<String, String> first = new TreeMap<>();
        for (RebuildTable.Writer writer : table.writers()) {
            String bucket = writer.bucket();
            String oldest = first.computeIfAbsent(bucket, any -> writer.principal());
            boolean may = options.writers().getOrDefault(bucket, Set.of()).contains(writer.principal())
                    || granted.getOrDefault(bucket, Set.of(oldest)).contains(writer.principal());
            if (!may) {
                report.heldBack(new RebuildReport.HeldBack(bucket, writer.principal(), oldest, writer.versions()));
            }
        }
    }

    /**
     * Buckets whose older writes are former versions. Elsewhere an older write is one that was about to be deleted. One
     * that should be gone for long needs the operator's word: the setting of its bucket may be lost.
     */
    private Set<String> keeping() {
        RebuiltHistories histories = table.histories();
        Set<String> keeping = new TreeSet<>(histories.keeping());
        keeping.addAll(options.keepVersions());
        keeping.removeAll(options.newestOnly());
        report.keeping(keeping);
        histories.longReplaced(LONG, clock.millis()).forEach((bucket, versions) -> {
            if (!keeping.contains(bucket) && !options.newestOnly().contains(bucket)) {
                report.undecided(new RebuildReport.Undecided(bucket, versions));
            }
        });
        histories.nameCopies(keeping);
        return keeping;
    }

    private void gatherWholes() {
        Batches<RebuiltVersion> batches = new Batches<>(table::addVersions);
        ChunkGroups groups = new ChunkGroups(batches, report::countUnfinished);
        table.chunks(groups);
        groups.end();
        batches.end();
    }

    private void place(Map<WriteId, String> problems, Set<String> keeping) {
        RebuiltHistories histories = table.histories();
        Consumer<List<RebuiltVersion>> enter =
                options.dryRun() ? _ -> {} : versions -> table.place(versions, clock.millis());
        if (!options.dryRun()) {
            adopt.run();
        }
        new Placer(table, report, progress, problems, keeping, enter).run();
        if (!options.dryRun()) {
            table.composed().enter();
            histories.enter();
            histories.enable(keeping, clock.millis());
            table.countStored();
        }
        RebuiltLists.Referred referred = table.composed().referred();
        report.referred(referred.components(), referred.bytes());
    }
}
