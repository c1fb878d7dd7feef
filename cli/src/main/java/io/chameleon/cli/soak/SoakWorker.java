package io.chameleon.cli.soak;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectNotFoundException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One thread of a soak, and the only one that touches its objects; so it knows what each may hold. */
final class SoakWorker {
    private static final long RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final SoakConfig config;
    private final ChameleonClient client;
    private final SoakCounts counts;
    private final SoakContent content;
    private final InstantSource clock;
    private final int thread;
    private final SplittableRandom random;
    private final List<KeyLedger> keys;

    SoakWorker(SoakConfig config, ChameleonClient client, SoakCounts counts, InstantSource clock, int thread) {
        this.config = config;
        this.client = client;
        this.counts = counts;
        this.clock = clock;
        this.thread = thread;
        content = new SoakContent(config);
        random = new SplittableRandom(config.seed() ^ thread);
        keys = IntStream.range(0, config.objectsOf(thread))
                .mapToObj(number -> new KeyLedger(thread, number))
                .toList();
    }

    /** Works at its share of the rate. */
    void run(BooleanSupplier goesOn) {
        long pause = config.rate() == 0 ? 0 : TimeUnit.SECONDS.toNanos(config.threads()) / config.rate();
        long next = System.nanoTime();
        while (goesOn.getAsBoolean()) {
            step();
            next = Math.max(next + pause, System.nanoTime() - pause);
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private void step() {
        int among = random.nextInt(5) == 0 ? keys.size() : Math.max(1, keys.size() / 5);
        KeyLedger key = keys.get(random.nextInt(among));
        if (!key.isSure()) {
            if (key.mayBeResolved(clock.instant())) {
                check(key);
            }
            return;
        }
        int chance = random.nextInt(100);
        if (chance < 60) {
            put(key);
        } else if (chance < 90) {
            check(key);
        } else if (chance < 98) {
            delete(key);
        } else {
            list();
        }
    }

    private String name(KeyLedger key) {
        return config.key(thread, key.number());
    }

    private void put(KeyLedger key) {
        long version = key.nextVersion();
        change(key, version, counts.puts, () -> client.put(config.bucket(), name(key), content.of(key, version)));
    }

    private void delete(KeyLedger key) {
        change(key, 0, counts.deletes, () -> client.delete(config.bucket(), name(key)));
    }

    private void change(KeyLedger key, long version, LongAdder done, Runnable request) {
        try {
            request.run();
            key.acknowledged(version);
            done.increment();
        } catch (ChameleonException e) {
            unanswered();
            key.unsure(version, clock.instant());
        }
    }

    /** Reads the object and compares. What it holds is then known. */
    private boolean check(KeyLedger key) {
        long held;
        try {
            byte[] stored = client.get(config.bucket(), name(key));
            held = key.possible().stream()
                    .filter(version -> content.isVersion(key, version, stored))
                    .findFirst()
                    .orElse(-1L);
        } catch (ObjectNotFoundException e) {
            held = key.possible().contains(0L) ? 0 : -1;
        } catch (ChameleonException e) {
            unanswered();
            return false;
        }
        counts.gets.increment();
        if (held < 0) {
            counts.lost(name(key) + " does not hold version " + key.possible() + " (0: absent)");
            // One loss is reported once; from here on the object is written anew.
            delete(key);
        } else {
            key.acknowledged(held);
        }
        return true;
    }

    private void list() {
        Set<String> listed;
        try (Stream<ObjectInfo> all = client.listAll(config.bucket(), config.prefix(thread))) {
            listed = all.map(ObjectInfo::key).collect(Collectors.toSet());
        } catch (BucketNotFoundException nothingWrittenYet) {
            listed = Set.of();
        } catch (ChameleonException e) {
            unanswered();
            return;
        }
        counts.lists.increment();
        for (KeyLedger key : keys) {
            if (key.isSure() && listed.contains(name(key)) == key.possible().contains(0L)) {
                counts.lost(name(key) + (listed.contains(name(key)) ? " is listed, though deleted" : " is not listed"));
            }
        }
    }

    private void unanswered() {
        counts.unanswered.increment();
        LockSupport.parkNanos(RETRY_PAUSE_NANOS);
    }

    /** Reads every object, repeatedly until it answers; one that never does is lost, unless somebody cut it short. */
    void checkAll(BooleanSupplier patient, BooleanSupplier interrupted) {
        for (KeyLedger key : keys) {
            if (interrupted.getAsBoolean()) {
                return;
            }
            boolean answered = check(key);
            while (!answered && patient.getAsBoolean() && !interrupted.getAsBoolean()) {
                answered = check(key);
            }
            if (!answered && !interrupted.getAsBoolean()) {
                counts.lost(name(key) + " cannot be read");
            }
        }
        list();
    }

    void deleteAll() {
        keys.forEach(this::delete);
    }
}
