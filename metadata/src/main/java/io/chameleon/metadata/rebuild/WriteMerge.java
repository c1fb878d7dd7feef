package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All writes that have fragments on any server, sorted by id. Memory: a page of each server. */
final class WriteMerge {
    private final List<ServerFragments> servers;

    WriteMerge(List<ServerFragments> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Null at the end. */
    @Nullable
    FoundWrite next() {
        WriteId least = servers.stream()
                .map(ServerFragments::next)
                .filter(Objects::nonNull)
                .min(WriteId::compareTo)
                .orElse(null);
        if (least == null) {
            return null;
        }
        Map<ServerId, List<FragmentId>> fragments = new HashMap<>();
        for (ServerFragments server : servers) {
            if (least.equals(server.next())) {
                fragments.put(server.server(), server.take(least));
            }
        }
        return new FoundWrite(least, fragments);
    }
}
