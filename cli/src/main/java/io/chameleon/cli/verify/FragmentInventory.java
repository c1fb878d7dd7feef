package io.chameleon.cli.verify;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every fragment of every server that is up, as the servers list them; some 120 bytes of memory for each. */
public final class FragmentInventory {
    private static final int PAGE = 1_000;

    private final Map<ServerId, Set<FragmentId>> byServer;

    private FragmentInventory(Map<ServerId, Set<FragmentId>> byServer) {
        this.byServer = byServer;
    }

    /** Asks each server that is up; fails as its list does. */
    public static FragmentInventory of(List<ServerInfo> servers, FlashClient flash, Duration timeout) {
        return new FragmentInventory(servers.stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, server -> list(Endpoint.of(server), flash, timeout))));
    }

    private static Set<FragmentId> list(Endpoint server, FlashClient flash, Duration timeout) {
        Set<FragmentId> fragments = new HashSet<>();
        @Nullable FragmentId after = null;
        FragmentPage page;
        do {
            page = flash.list(server, 0, after, PAGE, timeout).join();
            for (FragmentPage.Entry entry : page.fragments()) {
                fragments.add(entry.id());
                after = entry.id();
            }
        } while (page.more());
        return fragments;
    }

    /** How many fragments there are of this kind, counting each copy. */
    public long count(BiPredicate<ServerId, FragmentId> kind) {
        return byServer.entrySet().stream()
                .mapToLong(server -> server.getValue().stream()
                        .filter(fragment -> kind.test(server.getKey(), fragment))
                        .count())
                .sum();
    }

    /** Whether the server has it; empty if the server is down. */
    Optional<Boolean> holds(ServerId server, FragmentId fragment) {
        return Optional.ofNullable(byServer.get(server)).map(fragments -> fragments.contains(fragment));
    }
}
