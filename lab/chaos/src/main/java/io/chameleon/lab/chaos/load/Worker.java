package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.load.Door.FailedException;
import io.chameleon.lab.chaos.s3.UnexpectedException;
import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Performs one operation after the other: mostly reads, a quarter writes, some deletes and conditional writes. */
final class Worker {
    private static final double READS = 0.70;
    private static final double PUTS = 0.93;
    private static final double DELETES = 0.96;
    private static final double REPLACEMENTS = 0.98;

    private final Door door;
    private final KeySpace keys;
    private final Contents contents;
    private final AtomicLong values;
    private final History history;
    private final Tally tally;
    private final RandomGenerator random;

    /** @param keys with the entity tags of this door */
    Worker(
            Door door,
            KeySpace keys,
            Contents contents,
            AtomicLong values,
            History history,
            Tally tally,
            RandomGenerator random) {
        this.door = door;
        this.keys = keys;
        this.contents = contents;
        this.values = values;
        this.history = history;
        this.tally = tally;
        this.random = random;
    }

    void step() {
        int key = keys.draw(random);
        double choice = random.nextDouble();
        try {
            if (choice < READS) {
                read(key);
            } else if (choice < PUTS) {
                put(key);
            } else if (choice < DELETES) {
                delete(key);
            } else if (choice < REPLACEMENTS) {
                replace(key, keys.newest(key));
            } else {
                replace(key, null);
            }
        } catch (UnexpectedException e) {
            tally.damaged(String.valueOf(e.getMessage()));
        }
    }

    private void read(int key) {
        long start = System.nanoTime();
        try {
            Optional<byte[]> bytes = door.get(KeySpace.name(key));
            long end = System.nanoTime();
            long value = bytes.isPresent() ? contents.value(key, bytes.get()) : Operation.ABSENT;
            done(key, Operation.read(value, start, end));
        } catch (DamagedException e) {
            tally.damaged(KeySpace.name(key) + ": " + e.getMessage());
        } catch (FailedException e) {
            tally.failed(e.why());
        }
    }

    private interface Write {
        Optional<String> tag(String name, byte[] bytes) throws FailedException;
    }

    private interface Form {
        Operation of(Outcome outcome, long start, long end);
    }

    private void put(int key) {
        long value = values.incrementAndGet();
        write(
                key,
                value,
                (name, bytes) -> Optional.of(door.put(name, bytes)),
                (outcome, start, end) -> Operation.put(value, outcome, start, end));
    }

    /** @param seen the version to replace; null if the key shall hold nothing */
    private void replace(int key, KeySpace.@Nullable Version seen) {
        long value = values.incrementAndGet();
        long expected = seen == null ? Operation.ABSENT : seen.value();
        write(
                key,
                value,
                (name, bytes) -> seen == null ? door.create(name, bytes) : door.replace(name, seen.entityTag(), bytes),
                (outcome, start, end) -> Operation.replace(expected, value, outcome, start, end));
    }

    private void write(int key, long value, Write write, Form form) {
        byte[] bytes = contents.of(key, value);
        long start = System.nanoTime();
        try {
            Optional<String> tag = write.tag(KeySpace.name(key), bytes);
            done(key, form.of(tag.isPresent() ? Outcome.DONE : Outcome.REFUSED, start, System.nanoTime()));
            tag.ifPresent(known -> keys.wrote(key, new KeySpace.Version(value, known)));
        } catch (FailedException e) {
            tally.failed(e.why());
            history.add(key, form.of(e.outcome(), start, System.nanoTime()));
        }
    }

    private void delete(int key) {
        long start = System.nanoTime();
        try {
            Door.Deleted deleted = door.delete(KeySpace.name(key));
            long end = System.nanoTime();
            done(
                    key,
                    switch (deleted) {
                        case WAS_THERE -> Operation.delete(Outcome.DONE, start, end);
                        case WAS_MISSING -> Operation.delete(Outcome.REFUSED, start, end);
                        case NOT_TOLD -> Operation.clear(Outcome.DONE, start, end);
                    });
        } catch (FailedException e) {
            tally.failed(e.why());
            history.add(key, Operation.delete(e.outcome(), start, System.nanoTime()));
        }
    }

    private void done(int key, Operation operation) {
        history.add(key, operation);
        tally.acknowledged();
    }
}
