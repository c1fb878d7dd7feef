package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltManifests;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.rpc.Endpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Goes over the fragments of all servers in the order of their writes, and adds the version that each write made. */
final class VersionGathering {
    private final RebuildTable table;
    private final FlashClient flash;
    private final List<ServerInfo> servers;
    private final Share share;
    private final RowNames names;
    private final RebuildOptions options;
    private final Asking asking;
    private final RebuildReport report;
    private final RebuildProgress progress;
    private final Set<ServerId> ids;

    VersionGathering(
            RebuildTable table,
            FlashClient flash,
            List<ServerInfo> servers,
            Share share,
            RebuildOptions options,
            Asking asking,
            RebuildReport report,
            RebuildProgress progress) {
        this.table = table;
        this.flash = flash;
        this.servers = servers;
        this.share = share;
        this.names = new RowNames(share);
        this.options = options;
        this.asking = asking;
        this.report = report;
        this.progress = progress;
        this.ids = servers.stream().map(ServerInfo::id).collect(Collectors.toUnmodifiableSet());
    }

    void run() {
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
        Map<WriteId, RebuiltManifests.Named> names =
                table.manifests().of(writes.stream().map(FoundWrite::writeId).toList());
        List<RebuiltVersion> versions = new ArrayList<>();
        for (FoundWrite write : writes) {
            RebuiltManifests.Named named = names.get(write.writeId());
            if (named == null) {
                report.nameless(write);
            } else {
                assess(write, named, damaged).ifPresent(versions::add);
            }
        }
        table.addVersions(versions);
    }

    private Optional<RebuiltVersion> assess(FoundWrite write, RebuiltManifests.Named named, Set<FragmentId> damaged) {
        Optional<Manifest> found = names.of(ManifestWire.unpack(ManifestWire.parse(named.manifest()), write.writeId()));
        if (found.isEmpty()) {
            report.countUnfinished();
        }
        return found.filter(manifest -> share.has(manifest.id()))
                .flatMap(manifest -> assess(write, named, manifest, damaged));
    }

    private Optional<RebuiltVersion> assess(
            FoundWrite write, RebuiltManifests.Named named, Manifest manifest, Set<FragmentId> damaged) {
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
}
