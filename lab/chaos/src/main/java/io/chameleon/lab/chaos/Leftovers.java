package io.chameleon.lab.chaos;

import io.chameleon.cli.verify.FragmentInventory;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.Components;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fragments on servers that belong to no object. */
public final class Leftovers {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final FlashClient flash;
    private final MetadataClient metadata;
    private final ChameleonClient client;
    private final String bucket;

    /** @param bucket the only one of the cluster, in which no object shares another's bytes */
    public Leftovers(FlashClient flash, MetadataClient metadata, ChameleonClient client, String bucket) {
        this.flash = flash;
        this.metadata = metadata;
        this.client = client;
        this.bucket = bucket;
    }

    private record Held(ServerId server, WriteId write) {}

    /**
     * How many fragments no row of the mapping table refers to; those of copies under way count too.
     *
     * @throws ChameleonError UNAVAILABLE if a server is unreachable, which may hold some
     */
    public long count() {
        Set<Held> live = new HashSet<>();
        Set<WriteId> composed = new HashSet<>();
        client.listAll(bucket, "").forEach(object -> {
            live.addAll(heldFor(object));
            if (object.extents() > 0) {
                composed.add(WriteId.parse(object.entityTag()));
            }
        });
        live.addAll(lists(composed));
        List<ServerInfo> servers = client.clusterView().servers();
        servers.stream().filter(server -> !server.isReadable()).findFirst().ifPresent(away -> {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, away.id() + " is away: what it holds is not known");
        });
        return FragmentInventory.of(servers, flash, TIMEOUT)
                .count((server, fragment) -> !live.contains(new Held(server, fragment.writeId())));
    }

    private List<Held> heldFor(ObjectInfo object) {
        if (object.isInPieces()) {
            return client.chunks(object.bucket(), object.key()).stream()
                    .flatMap(chunk -> heldFor(chunk).stream())
                    .toList();
        }
        return object.live().servers().stream()
                .map(server -> new Held(server, object.writeId()))
                .toList();
    }

    /** What holds the lists of composed objects, from which these come back if the database is lost. */
    private Set<Held> lists(Set<WriteId> composed) {
        Set<Held> lists = new HashSet<>();
        String after = "";
        ObjectPage page;
        do {
            page = metadata.list(new ListQuery(Components.bucket(bucket), "", "", after, ListQuery.MAX_LIMIT), TIMEOUT)
                    .join();
            for (ObjectMapping row : page.objects()) {
                if (row.content().contentType().equals(Components.LIST_TYPE)
                        && composed.contains(Components.versionOf(Components.contentId(row.id())))) {
                    row.live().servers().forEach(server -> lists.add(new Held(server, row.writeId())));
                }
            }
            after = page.continuation();
        } while (!after.isEmpty());
        return lists;
    }
}
