package io.chameleon.lab.emulator.whatif;

import io.chameleon.cli.kit.Buckets;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.output.Progress;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ServerWear;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Reads a cluster once: the wear of every device, and the rows of all objects, 1000 a page. Changes nothing. Memory:
 * the sample, and the write id of each component.
 */
final class ClusterReader {
    /** Heat below this is all decay: in a year of hours it would not amount to one write. */
    private static final double LEAST_WRITES = 1e-4;

    private final ClusterConnection connection;
    private final int sample;
    private final RandomGenerator random;
    private final Set<WriteId> shared = new HashSet<>();
    private long ofOtherSchemes;

    /** @param sample most objects to keep */
    ClusterReader(ClusterConnection connection, int sample, RandomGenerator random) {
        this.connection = connection;
        this.sample = sample;
        this.random = random;
    }

    /**
     * @throws CommandFailure if there is nothing to predict, saying why
     */
    LiveCluster read() {
        List<ServerWear> servers = connection.client().wear();
        if (servers.isEmpty()) {
            throw new CommandFailure("this cluster has no flash servers yet; start some with 'chameleon server'");
        }
        Set<ServerId> drained = drained();
        List<WearReport> devices = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (ServerWear server : servers) {
            ServerId id = server.server().id();
            if (server.report().isEmpty()) {
                leftOut.add(id + " (" + server.problem() + ")");
            } else if (drained.contains(id)) {
                leftOut.add(id + " (it is drained)");
            } else {
                devices.add(server.report().get());
            }
        }
        if (devices.isEmpty()) {
            throw new CommandFailure("no server tells of its wear: " + String.join(", ", leftOut));
        }
        ObjectSample objects = new ObjectSample(sample, devices.getFirst().pageBytes(), random);
        list(objects);
        requireWrites(objects);
        return new LiveCluster(
                devices,
                leftOut,
                objects,
                ofOtherSchemes,
                connection.view().rep(),
                connection.view().ec());
    }

    private Set<ServerId> drained() {
        return connection.repairs().repairStatus().evacuations().stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN)
                .map(Evacuation::server)
                .collect(Collectors.toSet());
    }

    private void list(ObjectSample objects) {
        Buckets buckets = Buckets.of(connection);
        try (Progress progress = Progress.of("read", buckets.objects())) {
            for (String bucket : buckets.names()) {
                Iterator<ObjectInfo> rows =
                        connection.client().listAll(bucket, "").iterator();
                while (rows.hasNext()) {
                    pieces(rows.next()).forEach(piece -> add(piece, objects));
                    progress.step(1);
                }
            }
        }
    }

    private List<ObjectInfo> pieces(ObjectInfo row) {
        if (!row.isInPieces()) {
            return List.of(row);
        }
        try {
            return connection.client().chunks(row.bucket(), row.key()).stream()
                    .filter(piece -> !row.isComposed() || shared.add(piece.writeId()))
                    .toList();
        } catch (ObjectNotFoundException deletedMeanwhile) {
            return List.of();
        }
    }

    private void add(ObjectInfo piece, ObjectSample objects) {
        if (piece.size() == 0) { // an empty object has no fragments
            return;
        }
        objects.add(LiveObject.of(piece, connection.view().epoch()));
        RedundancyScheme scheme = piece.live().scheme();
        boolean isOfCluster = scheme.equals(connection.view().rep())
                || scheme.equals(connection.view().ec());
        ofOtherSchemes += isOfCluster ? 0 : 1;
    }

    private static void requireWrites(ObjectSample objects) {
        if (objects.seen() == 0) {
            throw new CommandFailure("the cluster holds no data: nothing would wear its devices");
        }
        if (objects.writtenPages() < LEAST_WRITES * objects.pages() / objects.seen()) {
            throw new CommandFailure("none of the " + objects.seen()
                    + " objects was written in recent epochs: without write heat there is no wear to foresee");
        }
    }
}
