package io.chameleon.lab.emulator;

import io.chameleon.core.Require;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.workload.Workload;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Replays a workload over a virtual cluster. Objects that exist at the start are written before the first request. At
 * the end of each epoch the policy plans and the plan is carried out, except at the last, whose plan could show no
 * effect.
 *
 * <p>One run is one thread and deterministic: the same spec and workload give the same result, except for processor
 * time. Cost: linear in the pages written; an epoch costs its candidates and servers.
 */
public final class Emulator {
    private static final int REQUESTS_PER_REPORT = 1 << 14;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MOST_YEARS = 140;
    /** Twice as many nanoseconds, and the waiting of requests, are below 2^63. */
    private static final long MOST_MICROS = MOST_YEARS * 365 * 86_400 * 1_000_000;

    private final EmulationSpec spec;
    private final Workload workload;
    private final Progress progress;
    private final VirtualCluster cluster;
    private final VirtualObjects objects;
    private final StoredFragments fragments;
    private final ClientOperations client;
    private final BulkCopies copies;
    private final EpochBalancing balancing;
    private final Measurements measurements = new Measurements();
    private final long epochMicros;
    private final long lastEpoch;
    private long nowNanos;

    /** Receives the progress of a run now and then. */
    @FunctionalInterface
    public interface Progress {
        void replayed(long requests, long of);
    }

    private Emulator(EmulationSpec spec, Workload workload, Progress progress) {
        this.spec = spec;
        this.workload = workload;
        this.progress = progress;
        Require.that(
                spec.loops() == 1 || !workload.isChanging(),
                "loops",
                spec.loops(),
                "1: the objects of '" + workload.name() + "' come and go");
        epochMicros = workload.spanMicros() / spec.epochs() + 1;
        Require.that(
                epochMicros * spec.epochs() <= MOST_MICROS / spec.loops(),
                "workload",
                workload.name(),
                "at most " + MOST_YEARS + " years in all passes, of which there are " + spec.loops());
        lastEpoch = (long) spec.epochs() * spec.loops();
        cluster = new VirtualCluster(spec.cluster(), workload);
        InstantSource clock = () -> Instant.ofEpochMilli(nowNanos / 1_000_000);
        WriteIds writeIds = new WriteIds(clock, new SplittableRandom(spec.seed()));
        objects = new VirtualObjects(
                workload, "seed-" + spec.seed(), spec.ranges(), spec.cluster().pageBytes(), writeIds::next);
        fragments = new StoredFragments(cluster, spec.cluster().pageBytes(), workload.objects());
        client = new ClientOperations(
                cluster, spec.cluster(), objects, fragments, spec.cluster().scheme(spec.initial()));
        copies = new BulkCopies(cluster, spec.cluster(), objects, fragments);
        balancing = new EpochBalancing(spec, workload, cluster, objects, copies);
    }

    /**
     * Runs to the end.
     *
     * @throws IllegalArgumentException for a cluster that cannot hold the workload, and for an unknown policy
     */
    public static EmulationResult run(EmulationSpec spec, Workload workload, Progress progress) {
        return run(spec, workload, _ -> null, progress);
    }

    /**
     * Runs to the end from an existing placement of objects.
     *
     * @param start returns the placement of an object at the start, null for where the ring puts it; of servers named
     *     as {@link ClusterSpec#serverId} does
     * @throws IllegalArgumentException as {@link #run(EmulationSpec, Workload, Progress)}
     */
    public static EmulationResult run(
            EmulationSpec spec, Workload workload, IntFunction<@Nullable Placement> start, Progress progress) {
        long before = cpuNanos();
        Emulator run = new Emulator(spec, workload, progress);
        run.fill(start);
        run.replay();
        double seconds = (cpuNanos() - before) / 1e9;
        return run.measurements.result(
                spec, workload.name(), workload.isSynthetic(), run.cluster, run.balancing, run.copies, seconds);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Epoch 0: every object that exists at the start is written, at its given place or, under the initial policy, where
     * the ring puts it.
     */
    private void fill(IntFunction<@Nullable Placement> start) {
        for (int object = 0; object < workload.objects(); object++) {
            if (!workload.isThereAtStart(object)) {
                continue;
            }
            Placement given = start.apply(object);
            int size = workload.objectBytes(object);
            RedundancyScheme scheme = spec.cluster().scheme(spec.initial());
            Placement placement = given == null ? cluster.firstPlacement(objects.id(object), scheme, size) : given;
            client.create(object, size, placement, WriteHint.COLD, 0, 0);
        }
        cluster.servers().forEach(VirtualServer::beginMeasuring);
        balancing.observe(0);
    }

    private void replay() {
        long total = (long) workload.requests() * spec.loops();
        long epoch = 1;
        for (int loop = 0; loop < spec.loops(); loop++) {
            long loopStart = loop * epochMicros * spec.epochs();
            for (int request = 0; request < workload.requests(); request++) {
                long micros = loopStart + workload.micros(request);
                while (micros >= epoch * epochMicros) {
                    end(epoch++);
                }
                serve(request, micros * NANOS_PER_MICRO, epoch);
                if (request % REQUESTS_PER_REPORT == 0) {
                    progress.replayed((long) loop * workload.requests() + request, total);
                }
            }
        }
        while (epoch <= lastEpoch) {
            end(epoch++);
        }
        progress.replayed(total, total);
    }

    private void serve(int request, long nanos, long epoch) {
        int object = workload.object(request);
        int size = workload.objectBytes(object);
        int from = workload.from(request);
        int bytes = workload.bytes(request);
        nowNanos = nanos;
        if (workload.isWrite(request)) {
            measurements.wrote(client.write(object, size, from, bytes, nanos, epoch), client);
        } else if (workload.isDelete(request)) {
            client.delete(object, size);
        } else {
            measurements.read(client.read(object, size, from, bytes, nanos, epoch));
        }
    }

    private void end(long epoch) {
        nowNanos = epoch * epochMicros * NANOS_PER_MICRO;
        EpochBalancing.Done done = epoch == lastEpoch ? new EpochBalancing.Done(0, 0) : balancing.end(epoch, nowNanos);
        measurements.epochEnded(epoch, cluster, objects, done);
    }
}
