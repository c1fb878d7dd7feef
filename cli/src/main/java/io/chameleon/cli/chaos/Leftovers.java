package io.chameleon.cli.chaos;

import io.chameleon.cli.chaos.process.Member;
import io.chameleon.cli.chaos.process.ProcessCluster;
import io.chameleon.cli.chaos.process.Role;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fragments that lie on servers and belong to no object. */
final class Leftovers {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PAGE = 1_000;

    private final ProcessCluster cluster;
    private final FlashClient flash;
    private final ChameleonClient client;
    private final String bucket;

    Leftovers(ProcessCluster cluster, ChameleonClient client, String bucket) {
        this.cluster = cluster;
        this.flash = new FlashClient(cluster.network());
        this.client = client;
        this.bucket = bucket;
    }

    private record Held(ServerId server, WriteId write) {}

    /** How many fragments no row of the mapping table refers to; those of copies under way count too. */
    long count() {
        Set<Held> live = new HashSet<>();
        client.listAll(bucket, "").forEach(object -> live.addAll(heldFor(object)));
        return cluster.members(Role.FLASH).stream()
                .mapToLong(server -> fragments(server).stream()
                        .filter(id -> !live.contains(new Held(new ServerId(server.name()), id.writeId())))
                        .count())
                .sum();
    }

    private List<Held> heldFor(ObjectInfo object) {
        if (object.isChunked()) {
            return client.chunks(object.bucket(), object.key()).stream()
                    .flatMap(chunk -> heldFor(chunk).stream())
                    .toList();
        }
        return object.live().servers().stream()
                .map(server -> new Held(server, object.writeId()))
                .toList();
    }

    private Set<FragmentId> fragments(Member server) {
        Set<FragmentId> found = new HashSet<>();
        @Nullable FragmentId after = null;
        FragmentPage page;
        do {
            page = flash.list(cluster.endpoint(server), 0, after, PAGE, TIMEOUT).join();
            for (FragmentPage.Entry entry : page.fragments()) {
                found.add(entry.id());
                after = entry.id();
            }
        } while (page.more());
        return found;
    }
}
