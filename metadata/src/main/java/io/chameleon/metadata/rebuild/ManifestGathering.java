package io.chameleon.metadata.rebuild;

import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltManifests;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.ManifestPage;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.rpc.Endpoint;
import java.util.List;

/** Copies the manifests of all servers into the database, page by page. */
final class ManifestGathering {
    private static final int PAGE = 5_000;

    private final RebuildTable table;
    private final FlashClient flash;
    private final List<ServerInfo> servers;
    private final Asking asking;
    private final RebuildReport report;
    private final RebuildProgress progress;

    ManifestGathering(
            RebuildTable table,
            FlashClient flash,
            List<ServerInfo> servers,
            Asking asking,
            RebuildReport report,
            RebuildProgress progress) {
        this.table = table;
        this.flash = flash;
        this.servers = servers;
        this.asking = asking;
        this.report = report;
        this.progress = progress;
    }

    void run() {
        for (ServerInfo server : servers) {
            ManifestPage page = manifests(server, 0);
            while (true) {
                table.manifests()
                        .add(page.manifests().stream()
                                .map(ManifestGathering::named)
                                .toList());
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
                timeout -> flash.listManifests(Endpoint.of(server), after, PAGE, timeout)));
    }

    private static RebuiltManifests.Named named(ManifestPage.Entry entry) {
        return new RebuiltManifests.Named(
                entry.writeId(),
                ManifestWire.pack(entry.manifest(), entry.writeId()).toByteArray(),
                entry.principal(),
                entry.manifest().former());
    }
}
