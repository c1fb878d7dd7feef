package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.ManifestEntryP;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Three servers, each with its replica of every write. */
final class ScriptedServers implements RpcClient {
    static final List<ServerInfo> ALL = List.of("flash-0", "flash-1", "flash-2").stream()
            .map(name -> new ServerInfo(new ServerId(name), "127.0.0.1", 7000, "", 1 << 20, ServerInfo.Status.UP))
            .toList();

    private record Held(@Nullable Manifest manifest, String user) {}

    /** By write id, as servers list them. */
    private final Map<WriteId, Held> held = new TreeMap<>();

    /** The replicas of these writes that fail their checksums: all of them. */
    private final Set<WriteId> damaged = new HashSet<>();

    /** Of former versions whose replica moved while they were, the server that took it. */
    private final Map<WriteId, Integer> moved = new HashMap<>();

    void damage(WriteId writeId) {
        damaged.add(writeId);
    }

    /** One of the servers took its replica when another version had already replaced the write. */
    void moveFormer(WriteId writeId, int server) {
        moved.put(writeId, server);
    }

    void hold(WriteId writeId, @Nullable Manifest manifest, String user) {
        held.put(writeId, new Held(manifest, user));
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        int index = Integer.parseInt(endpoint.server().substring("flash-".length()));
        Message answer = switch (request.type()) {
            case LIST_MANIFESTS -> Message.of(request.type(), manifests(index));
            case LIST_FRAGMENTS -> Message.of(request.type(), fragments(index));
            case DAMAGED_FRAGMENTS -> Message.of(request.type(), damaged(index));
            default -> throw new IllegalArgumentException(request.type().toString());
        };
        return CompletableFuture.completedFuture(answer);
    }

    private DamagedFragmentsResponse damaged(int index) {
        DamagedFragmentsResponse.Builder all = DamagedFragmentsResponse.newBuilder();
        damaged.forEach(writeId -> all.addFragments(Wire.pack(new FragmentId(writeId, 0, index))));
        return all.build();
    }

    private ListManifestsResponse manifests(int index) {
        ListManifestsResponse.Builder all = ListManifestsResponse.newBuilder();
        held.forEach((writeId, write) -> {
            if (write.manifest != null) {
                all.addManifests(ManifestEntryP.newBuilder()
                        .setWriteId(Wire.pack(writeId))
                        .setManifest(ManifestWire.pack(write.manifest, writeId).toBuilder()
                                .setFormer(moved.getOrDefault(writeId, -1) == index))
                        .setPrincipal(write.user));
            }
        });
        return all.build();
    }

    private ListFragmentsResponse fragments(int index) {
        ListFragmentsResponse.Builder all = ListFragmentsResponse.newBuilder();
        for (WriteId writeId : held.keySet()) {
            all.addFragments(FragmentEntryP.newBuilder()
                    .setId(Wire.pack(new FragmentId(writeId, 0, index)))
                    .setLength(5));
        }
        return all.build();
    }

    @Override
    public void close() {}
}
