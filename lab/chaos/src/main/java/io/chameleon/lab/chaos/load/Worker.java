package io.chameleon.lab.chaos.load;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.TracedContent.DamagedException;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Performs one operation after the other: mostly reads, a quarter writes, some deletes and conditional writes. */
final class Worker {
    private static final double READS = 0.70;
    private static final double PUTS = 0.93;
    private static final double DELETES = 0.96;
    private static final double REPLACEMENTS = 0.98;

    private final ChameleonClient client;
    private final KeySpace keys;
    private final Contents contents;
    private final AtomicLong values;
    private final History history;
    private final Tally tally;
    private final RandomGenerator random;

    Worker(
            ChameleonClient client,
            KeySpace keys,
            Contents contents,
            AtomicLong values,
            History history,
            Tally tally,
            RandomGenerator random) {
        this.client = client;
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
    }

    private void read(int key) {
        long start = System.nanoTime();
        try {
            byte[] bytes = client.get(KeySpace.BUCKET, KeySpace.name(key));
            done(key, Operation.read(contents.value(key, bytes), start, System.nanoTime()));
        } catch (ObjectNotFoundException e) {
            done(key, Operation.read(Operation.ABSENT, start, System.nanoTime()));
        } catch (DamagedException e) {
            tally.damaged(KeySpace.name(key) + ": " + e.getMessage());
        } catch (ChameleonException e) {
            tally.failed(e.code());
        }
    }

    private void put(int key) {
        long value = values.incrementAndGet();
        write(key, value, PutOptions.DEFAULT, (outcome, start, end) -> Operation.put(value, outcome, start, end));
    }

    /** @param seen the version to replace; null if the key shall hold nothing */
    private void replace(int key, KeySpace.@Nullable Version seen) {
        long value = values.incrementAndGet();
        long expected = seen == null ? Operation.ABSENT : seen.value();
        PutOptions options =
                seen == null ? PutOptions.DEFAULT.ifNoneMatch() : PutOptions.DEFAULT.ifMatch(seen.entityTag());
        write(key, value, options, (outcome, start, end) -> Operation.replace(expected, value, outcome, start, end));
    }

    private interface Form {
        Operation of(Outcome outcome, long start, long end);
    }

    private void write(int key, long value, PutOptions options, Form form) {
        byte[] bytes = contents.of(key, value);
        long start = System.nanoTime();
        try {
            String tag = client.put(KeySpace.BUCKET, KeySpace.name(key), bytes, options)
                    .entityTag();
            done(key, form.of(Outcome.DONE, start, System.nanoTime()));
            keys.wrote(key, new KeySpace.Version(value, tag));
        } catch (PreconditionFailedException e) {
            done(key, form.of(Outcome.REFUSED, start, System.nanoTime()));
        } catch (ChameleonException e) {
            tally.failed(e.code());
            history.add(key, form.of(outcomeOf(e), start, System.nanoTime()));
        }
    }

    private void delete(int key) {
        long start = System.nanoTime();
        try {
            boolean existed = client.delete(KeySpace.BUCKET, KeySpace.name(key));
            done(key, Operation.delete(existed ? Outcome.DONE : Outcome.REFUSED, start, System.nanoTime()));
        } catch (ChameleonException e) {
            tally.failed(e.code());
            history.add(key, Operation.delete(outcomeOf(e), start, System.nanoTime()));
        }
    }

    private void done(int key, Operation operation) {
        history.add(key, operation);
        tally.acknowledged();
    }

    /** The SDK promises for some errors that nothing was written; the check takes it at its word. */
    private static Outcome outcomeOf(ChameleonException failure) {
        return switch (failure) {
            case UnavailableException ignored -> Outcome.FAILED;
            case DeadlineExceededException ignored -> Outcome.FAILED;
            case WriteExpiredException ignored -> Outcome.FAILED;
            default -> Outcome.UNKNOWN;
        };
    }
}
