package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.chaos.s3.UnexpectedException;
import io.chameleon.lab.common.DamagedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Performs one operation after the other in the bucket that keeps versions: writes, delete markers, reads of the latest
 * and of former versions, listings, and deletes of versions for good.
 */
final class VersionsWorker {
    /** With more versions of a key than that, it deletes some instead of writing. */
    private static final int MANY = 6;

    private final VersionsBucket bucket;
    private final Tally tally;
    private final RandomGenerator random;
    /** Of each key, as this worker listed it last. */
    private final Map<Integer, List<Line>> listed = new HashMap<>();
    /** Of each key, what this worker wrote last. */
    private final Map<Integer, KeySpace.Version> written = new HashMap<>();

    VersionsWorker(VersionsBucket bucket, Tally tally, RandomGenerator random) {
        this.bucket = bucket;
        this.tally = tally;
        this.random = random;
    }

    void step() {
        int key = random.nextInt(bucket.keys());
        try {
            step(key, listed.getOrDefault(key, List.of()), written.get(key), random.nextInt(100));
            tally.acknowledged();
        } catch (UnansweredException e) {
            tally.failed(String.valueOf(e.getMessage()));
        } catch (UnexpectedException e) {
            tally.damaged(String.valueOf(e.getMessage()));
        } catch (DamagedException e) {
            tally.damaged(VersionsBucket.name(key) + ": " + e.getMessage());
        }
    }

    private void step(int key, List<Line> versions, KeySpace.@Nullable Version last, int choice)
            throws UnansweredException, DamagedException {
        if (choice < 44 && versions.size() > MANY) {
            bucket.erase(key, versions.get(random.nextInt(versions.size())), random);
            list(key);
        } else if (choice < 28) {
            bucket.put(key, random).ifPresent(version -> written.put(key, version));
        } else if (choice < 31) {
            bucket.create(key, random).ifPresent(version -> written.put(key, version));
        } else if (choice < 35 && last != null) {
            bucket.replace(key, last, random).ifPresent(version -> written.put(key, version));
        } else if (choice < 44) {
            bucket.mark(key, random);
        } else if (choice < 64) {
            bucket.read(key, random);
        } else if (choice < 78 || versions.isEmpty()) {
            list(key);
        } else {
            // Mostly the newest, so that a delete restores the one below.
            Line line = versions.get(Math.min(random.nextInt(versions.size()), random.nextInt(versions.size())));
            if (choice < 88 && line.number() > 0) {
                bucket.read(key, line, random);
            } else {
                bucket.erase(key, line, random);
            }
        }
    }

    private void list(int key) throws UnansweredException, DamagedException {
        listed.put(key, bucket.list(key, random));
    }
}
