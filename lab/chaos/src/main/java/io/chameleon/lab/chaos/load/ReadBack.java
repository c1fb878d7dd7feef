package io.chameleon.lab.chaos.load;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.linearizability.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads every key when the faults are over, and adds that to the history. */
final class ReadBack {
    /** A store that has just healed may be slow; what is lost stays lost. */
    private static final int TRIES = 5;

    private final ChameleonClient client;
    private final Contents contents;
    private final History history;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, String> unreadable = new ConcurrentSkipListMap<>();

    ReadBack(ChameleonClient client, Contents contents, History history) {
        this.client = client;
        this.contents = contents;
        this.history = history;
    }

    /** Why keys could not be read, by key. */
    Map<Integer, String> run(ExecutorService threads) throws InterruptedException, ExecutionException {
        List<Future<?>> reads = new ArrayList<>();
        for (int i = 0; i < Load.WORKERS; i++) {
            reads.add(threads.submit(() -> {
                for (int key = next.getAndIncrement(); key < history.keys(); key = next.getAndIncrement()) {
                    read(key);
                }
            }));
        }
        for (Future<?> read : reads) {
            read.get();
        }
        return unreadable;
    }

    private void read(int key) {
        for (int tries = 0; tries < TRIES; tries++) {
            if (isRead(key)) {
                unreadable.remove(key);
                return;
            }
        }
    }

    private boolean isRead(int key) {
        long start = System.nanoTime();
        try {
            long value = contents.value(key, client.get(KeySpace.BUCKET, KeySpace.name(key)));
            history.add(key, Operation.read(value, start, System.nanoTime()));
            return true;
        } catch (ObjectNotFoundException e) {
            history.add(key, Operation.read(Operation.ABSENT, start, System.nanoTime()));
            return true;
        } catch (ChameleonException | DamagedException e) {
            unreadable.put(key, String.valueOf(e.getMessage()));
            return false;
        }
    }
}
