package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.chaos.history.VersionsHistory;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.s3.ListedVersion;
import io.chameleon.lab.chaos.s3.S3Http;
import io.chameleon.lab.chaos.s3.S3Objects;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.chaos.s3.UnexpectedException;
import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.linearizability.Operation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Clients of S3, through all gateways of a cluster: on the objects that clients of the SDK use too, and in a bucket
 * that keeps versions.
 */
final class S3Load implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int VERSIONED_KEYS = 48;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 1_000;

    private final S3Http http;
    private final S3Objects plain;
    private final S3Objects kept;
    private final VersionsHistory history = new VersionsHistory(VERSIONED_KEYS);
    private final VersionsBucket versions;
    private final KeySpace keys;
    private final Contents contents;
    private final AtomicLong values;
    private final Tally tally;

    S3Load(ProcessCluster cluster, int keys, Contents contents, AtomicLong values, Tally tally) {
        this(
                new S3Http(
                        cluster.gateways(),
                        cluster.accessKey(),
                        cluster.secretKey(),
                        CONNECT,
                        TIMEOUT,
                        InstantSource.system()),
                keys,
                contents,
                values,
                tally);
    }

    /** @param http closed with this */
    S3Load(S3Http http, int keys, Contents contents, AtomicLong values, Tally tally) {
        this.http = http;
        plain = new S3Objects(http, KeySpace.BUCKET);
        kept = new S3Objects(http, VersionsBucket.NAME);
        versions = new VersionsBucket(kept, contents, values, history);
        this.keys = new KeySpace(keys);
        this.contents = contents;
        this.values = values;
        this.tally = tally;
    }

    VersionsHistory history() {
        return history;
    }

    /** Makes the buckets. A cluster that has just started may leave requests unanswered for a while. */
    void prepare(RandomGenerator random) throws UnansweredException, InterruptedException {
        prepare(random, PATIENCE);
    }

    void prepare(RandomGenerator random, Duration patience) throws UnansweredException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                makeBuckets(random);
                return;
            } catch (UnansweredException e) {
                if (!pausedBefore(end)) {
                    throw e;
                }
            }
        }
    }

    private void makeBuckets(RandomGenerator random) throws UnansweredException {
        plain.create(random);
        kept.create(random);
        kept.keepVersions(random);
    }

    /** Steps of so many clients, each of which is for one thread: half of them on the shared objects. */
    List<Runnable> steps(int clients, History shared, RandomGenerator random) {
        List<Runnable> steps = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            RandomGenerator own = RandomGeneratorFactory.getDefault().create(random.nextLong());
            if (i % 2 == 0) {
                steps.add(new Worker(new S3Door(plain, own), keys, contents, values, shared, tally, own)::step);
            } else {
                steps.add(new VersionsWorker(versions, tally, own)::step);
            }
        }
        return steps;
    }

    private interface Check {
        void run() throws UnansweredException, DamagedException;
    }

    /**
     * Once all faults are over: reads everything back, adds that to the histories, then deletes the versions one by one
     * and their bucket. No upload is left open.
     *
     * @return what cannot be done
     */
    List<String> readBack(History shared, RandomGenerator random) throws InterruptedException {
        List<String> violations = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (int i = 0; i < shared.keys(); i++) {
            int key = i;
            insist(Load.keyName(key), () -> readShared(shared, key, random), violations, end);
        }
        for (int i = 0; i < VERSIONED_KEYS; i++) {
            int key = i;
            insist(VersionsBucket.name(key), () -> readVersions(key, random), violations, end);
        }
        insist("uploads of " + KeySpace.BUCKET, () -> plain.abortUploads(random), violations, end);
        insist("all of " + VersionsBucket.NAME, () -> deleteAll(random), violations, end + PATIENCE.toNanos());
        return violations;
    }

    private void readShared(History shared, int key, RandomGenerator random)
            throws UnansweredException, DamagedException {
        long start = System.nanoTime();
        var found = plain.get(KeySpace.name(key), "", random);
        long end = System.nanoTime();
        long value = found.isPresent() ? contents.value(key, found.get().bytes()) : Operation.ABSENT;
        shared.add(key, Operation.read(value, start, end));
    }

    /** The listing is the last word: {@link VersionsHistory#violations}. */
    private void readVersions(int key, RandomGenerator random) throws UnansweredException, DamagedException {
        versions.read(key, random);
        for (Line line : versions.list(key, random)) {
            if (line.number() > 0) {
                versions.read(key, line, random);
            }
        }
        List<Line> unused = versions.list(key, random);
    }

    /** Not part of the history: that is complete. What was not answered may still come, and is deleted, too. */
    private void deleteAll(RandomGenerator random) throws UnansweredException {
        for (ListedVersion each : kept.versions("", random)) {
            String unused = kept.delete(each.key(), each.version(), random);
        }
        kept.abortUploads(random);
        kept.deleteBucket(random);
    }

    /** A store that has just healed may be slow, and what was not answered under way; what is lost stays lost. */
    private static void insist(String what, Check check, List<String> violations, long end)
            throws InterruptedException {
        while (true) {
            try {
                check.run();
                return;
            } catch (UnansweredException | UnexpectedException | DamagedException e) {
                if (!pausedBefore(end)) {
                    violations.add("by S3: " + what + ": " + e.getMessage());
                    return;
                }
            }
        }
    }

    /** A moment between two attempts. Returns false at once if the time for them is over. */
    private static boolean pausedBefore(long end) throws InterruptedException {
        if (System.nanoTime() > end) {
            return false;
        }
        Thread.sleep(PAUSE_MILLIS);
        return true;
    }

    @Override
    public void close() {
        http.close();
    }
}
