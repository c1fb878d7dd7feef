package io.chameleon.lab.chaos;

import io.chameleon.cli.verify.FragmentInventory;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.client.FlashClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fragments on servers that belong to no object. */
public final class Leftovers {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final FlashClient flash;
    private final ChameleonClient client;
    private final String bucket;

    /** @param bucket the only one of the cluster */
    public Leftovers(FlashClient flash, ChameleonClient client, String bucket) {
        this.flash = flash;
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
        client.listAll(bucket, "").forEach(object -> live.addAll(heldFor(object)));
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
}
