package io.chameleon.metadata.rebuild;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.database.ClusterIdentity;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.move.MoveMarks;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltHistories;
import io.chameleon.metadata.rebuild.table.RebuiltLists;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.transport.client.FlashClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

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
                MoveMarks.adopt(database, share.moved());
            }
        };
        try (RebuildTable table = RebuildTable.open(database)) {
            return new Rebuild(table, adopt, flash, reader, servers, share, options, clock, progress).run();
        }
    }

    private RebuildReport run() {
        report.servers(servers.size());
        new ManifestGathering(table, flash, servers, asking, report, progress).run();
        new VersionGathering(table, flash, servers, share, options, asking, report, progress).run();
        if (!options.trustAll()) {
            new ClaimCheck(table.claims(), options.writers(), report).run();
        }
        ChunkGroups.gather(table, report::countUnfinished);
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

    /**
     * Buckets whose older writes are former versions, by the names that rows have for them. Elsewhere an older write is
     * one that was about to be deleted. One that should be gone for long needs the operator's word: the setting of its
     * bucket may be lost.
     */
    private Set<String> keeping() {
        RebuiltHistories histories = table.histories();
        Set<String> named = new TreeSet<>(histories.keeping());
        named.addAll(options.keepVersions());
        named.removeAll(options.newestOnly());
        report.keeping(named);
        histories.longReplaced(LONG, clock.millis()).forEach((bucket, versions) -> {
            if (!named.contains(bucket) && !options.newestOnly().contains(bucket)) {
                report.undecided(new RebuildReport.Undecided(bucket, versions));
            }
        });
        Set<String> keeping = share.rows(named);
        histories.nameCopies(keeping);
        return keeping;
    }

    private void place(Map<WriteId, String> problems, Set<String> keeping) {
        RebuiltHistories histories = table.histories();
        Consumer<List<RebuiltVersion>> enter =
                options.dryRun() ? _ -> {} : versions -> table.rows().place(versions, clock.millis());
        if (!options.dryRun()) {
            adopt.run();
        }
        new Placer(table, report, progress, problems, keeping, enter).run();
        if (!options.dryRun()) {
            table.composed().enter();
            histories.enter();
            histories.enable(keeping, clock.millis());
            table.rows().countStored();
        }
        RebuiltLists.Referred referred = table.composed().referred();
        report.referred(referred.components(), referred.bytes());
    }
}
