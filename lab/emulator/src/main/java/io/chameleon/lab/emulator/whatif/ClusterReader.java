package io.chameleon.lab.emulator.whatif;

import io.chameleon.cli.kit.Buckets;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.output.Progress;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ServerWear;
import io.chameleon.core.wear.WearReport;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Reads a cluster: the wear of every device, and the rows of all objects, 1000 a page. Changes nothing. */
final class ClusterReader {
    /** Heat below this is all decay: in a year of hours it would not amount to one write. */
    private static final double LEAST_WRITES = 1e-4;

    private final ClusterConnection connection;
    private final int sample;
    private final RandomGenerator random;

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
        List<WearReport> devices = servers.stream()
                .map(ServerWear::report)
                .flatMap(Optional::stream)
                .toList();
        List<String> silent = servers.stream()
                .filter(server -> server.report().isEmpty())
                .map(server -> server.server().id() + " (" + server.problem() + ")")
                .toList();
        if (devices.isEmpty()) {
            throw new CommandFailure("no server tells of its wear: " + String.join(", ", silent));
        }
        Buckets buckets = Buckets.of(connection);
        ObjectSample objects = new ObjectSample(sample, devices.getFirst().pageBytes(), random);
        long listed = list(buckets, objects);
        requireWrites(objects);
        return new LiveCluster(
                devices,
                silent,
                objects,
                Math.max(0, buckets.objects() - listed),
                connection.view().rep(),
                connection.view().ec());
    }

    private long list(Buckets buckets, ObjectSample objects) {
        long epoch = connection.view().epoch();
        long listed = 0;
        try (Progress progress = Progress.of("read", buckets.objects())) {
            for (String bucket : buckets.names()) {
                Iterator<ObjectInfo> rows =
                        connection.client().listAll(bucket, "").iterator();
                while (rows.hasNext()) {
                    ObjectInfo row = rows.next();
                    listed++;
                    List<ObjectInfo> pieces =
                            row.isInPieces() ? connection.client().chunks(row.bucket(), row.key()) : List.of(row);
                    for (ObjectInfo piece : pieces) {
                        if (piece.size() > 0) { // an empty object has no fragments
                            objects.add(LiveObject.of(piece, epoch));
                        }
                    }
                    progress.step(1);
                }
            }
        }
        return listed;
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
