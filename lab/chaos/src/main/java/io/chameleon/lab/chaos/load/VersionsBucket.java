package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.history.VersionedCall;
import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.chaos.history.VersionsHistory;
import io.chameleon.lab.chaos.s3.EntityTags;
import io.chameleon.lab.chaos.s3.ListedVersion;
import io.chameleon.lab.chaos.s3.S3Objects;
import io.chameleon.lab.chaos.s3.S3Objects.Found;
import io.chameleon.lab.chaos.s3.S3Objects.Stored;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * The bucket that keeps versions: each operation is recorded as it is performed, by S3. A listing names versions by
 * their entity tags, of which no two are alike. Safe from any thread.
 */
final class VersionsBucket {
    static final String NAME = "chaos-versions";

    private static final int IN_PARTS_IN = 8;

    private final S3Objects objects;
    private final Contents contents;
    private final AtomicLong values;
    private final VersionsHistory history;
    private final ConcurrentMap<String, Long> tags = new ConcurrentHashMap<>();

    VersionsBucket(S3Objects objects, Contents contents, AtomicLong values, VersionsHistory history) {
        this.objects = objects;
        this.contents = contents;
        this.values = values;
        this.history = history;
    }

    int keys() {
        return history.keys();
    }

    static String name(int key) {
        return String.format(Locale.ROOT, "kept-%05d", key);
    }

    Optional<KeySpace.Version> put(int key, RandomGenerator random) throws UnansweredException {
        return write(key, Kind.PUT, 0, Map.of(), random);
    }

    Optional<KeySpace.Version> create(int key, RandomGenerator random) throws UnansweredException {
        return write(key, Kind.CREATE, 0, Map.of("If-None-Match", "*"), random);
    }

    Optional<KeySpace.Version> replace(int key, KeySpace.Version seen, RandomGenerator random)
            throws UnansweredException {
        return write(key, Kind.REPLACE, seen.value(), Map.of("If-Match", seen.entityTag()), random);
    }

    /** Empty if the condition did not hold. */
    private Optional<KeySpace.Version> write(
            int key, Kind kind, long replaces, Map<String, String> condition, RandomGenerator random)
            throws UnansweredException {
        long number = values.incrementAndGet();
        byte[] bytes = contents.small(key, number);
        boolean inParts = random.nextInt(IN_PARTS_IN) == 0;
        String tag = inParts ? EntityTags.inParts(bytes) : EntityTags.of(bytes);
        tags.put(tag, number);
        long start = System.nanoTime();
        try {
            Optional<Stored> stored = inParts
                    ? objects.putInParts(name(key), bytes, condition, random)
                    : objects.put(name(key), bytes, condition, random);
            String version = stored.map(Stored::version).orElse("");
            add(key, kind, number, replaces, version, stored.isPresent() ? Outcome.DONE : Outcome.REFUSED, start);
            return stored.map(done -> new KeySpace.Version(number, tag));
        } catch (UnansweredException e) {
            if (e.isSent()) {
                add(key, kind, number, replaces, "", Outcome.UNKNOWN, start);
            }
            throw e;
        }
    }

    /** Adds a delete marker. */
    void mark(int key, RandomGenerator random) throws UnansweredException {
        long number = values.incrementAndGet();
        long start = System.nanoTime();
        try {
            String marker = objects.delete(name(key), "", random);
            add(key, Kind.MARK, number, 0, marker, Outcome.DONE, start);
        } catch (UnansweredException e) {
            if (e.isSent()) {
                add(key, Kind.MARK, number, 0, "", Outcome.UNKNOWN, start);
            }
            throw e;
        }
    }

    /** Deletes a version or a marker for good. */
    void erase(int key, Line line, RandomGenerator random) throws UnansweredException {
        long start = System.nanoTime();
        try {
            String unused = objects.delete(name(key), line.version(), random);
            add(key, Kind.ERASE, 0, 0, line.version(), Outcome.DONE, start);
        } catch (UnansweredException e) {
            if (e.isSent()) {
                add(key, Kind.ERASE, 0, 0, line.version(), Outcome.UNKNOWN, start);
            }
            throw e;
        }
    }

    /** Reads the latest version. */
    void read(int key, RandomGenerator random) throws UnansweredException, DamagedException {
        read(key, Kind.READ, "", random);
    }

    /** Reads a version, which is not a marker. */
    void read(int key, Line line, RandomGenerator random) throws UnansweredException, DamagedException {
        read(key, Kind.READ_VERSION, line.version(), random);
    }

    private void read(int key, Kind kind, String version, RandomGenerator random)
            throws UnansweredException, DamagedException {
        long start = System.nanoTime();
        Optional<Found> found = objects.get(name(key), version, random);
        if (found.isEmpty()) {
            add(key, kind, 0, 0, version, Outcome.DONE, start);
        } else {
            long number = contents.value(key, found.get().bytes());
            add(key, kind, number, 0, found.get().stored().version(), Outcome.DONE, start);
        }
    }

    /**
     * All versions and markers of a key, the newest first.
     *
     * @throws DamagedException if one of them is nobody's
     */
    List<Line> list(int key, RandomGenerator random) throws UnansweredException, DamagedException {
        long start = System.nanoTime();
        List<ListedVersion> found = objects.versions(name(key), random);
        long end = System.nanoTime();
        List<Line> lines = new ArrayList<>();
        for (ListedVersion each : found) {
            Long number = each.entityTag().isEmpty() ? Long.valueOf(0) : tags.get(each.entityTag());
            if (number == null) {
                throw new DamagedException("version " + each.version() + " with entity tag " + each.entityTag()
                        + " is listed, which nobody wrote");
            }
            lines.add(new Line(each.version(), number));
        }
        history.add(key, new VersionedCall(Kind.LIST, 0, 0, "", lines, Outcome.DONE, start, end));
        return lines;
    }

    private void add(int key, Kind kind, long number, long replaces, String version, Outcome outcome, long start) {
        history.add(
                key, new VersionedCall(kind, number, replaces, version, List.of(), outcome, start, System.nanoTime()));
    }
}
