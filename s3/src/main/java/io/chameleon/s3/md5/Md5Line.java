package io.chameleon.s3.md5;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hashes segments side by side: those that arrive while others are hashed join them within microseconds. One thread
 * hashes as many as a vector has lanes; a second one starts for more. Safe from any thread.
 */
public final class Md5Line {
    /** Of each message, before others may join. */
    private static final int TURN_BLOCKS = 256;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();
    private static final int IDLE_SECONDS = 10;

    private final Executor threads;
    private final Deque<Segment> waiting = new ArrayDeque<>();
    /** Segments given and not yet hashed. */
    private int open;

    private int running;

    /** A segment, and how far it is hashed. */
    private static final class Segment {
        private final Md5Message message;
        private final byte[] bytes;
        private final int end;
        private final CompletableFuture<Void> hashed = new CompletableFuture<>();
        private int at;

        Segment(Md5Message message, byte[] bytes, int from, int count) {
            this.message = message;
            this.bytes = bytes;
            this.at = from;
            this.end = from + count;
        }

        int blocks() {
            return (end - at) / Md5Message.BLOCK_BYTES;
        }
    }

    /** @param threads each task takes as long as there is something to hash */
    Md5Line(Executor threads) {
        this.threads = threads;
    }

    /** With threads of its own, which end when there is nothing to do. */
    public static Md5Line started() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "chameleon-md5-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return new Md5Line(threads);
    }

    /**
     * Hashes the next segment of a message; completes when that is done, on the thread that did it. The bytes must not
     * change until then, and the next segment must not be given.
     */
    public CompletableFuture<Void> add(Md5Message message, byte[] bytes, int from, int count) {
        Objects.checkFromIndexSize(from, count, bytes.length);
        int mixed = message.append(bytes, from, count);
        Segment segment = new Segment(message, bytes, from + mixed, count - mixed);
        if (segment.blocks() == 0) {
            return CompletableFuture.completedFuture(null);
        }
        boolean another;
        synchronized (this) {
            waiting.add(segment);
            open++;
            another = running < THREADS && running * Md5Lanes.LANES < open;
            running += another ? 1 : 0;
        }
        if (another) {
            begin(segment);
        }
        return segment.hashed;
    }

    /** If no thread can be had, the segment is nobody's, and the next one tries again. */
    private void begin(Segment first) {
        try {
            threads.execute(this::run);
        } catch (RuntimeException | Error refused) {
            synchronized (this) {
                running--;
                open -= waiting.remove(first) ? 1 : 0;
            }
            throw refused;
        }
    }

    private void run() {
        Md5Lanes lanes = new Md5Lanes(Md5Lanes.BLOCKS_TOGETHER);
        List<Segment> inLanes = new ArrayList<>();
        while (fill(inLanes)) {
            try {
                turn(lanes, inLanes);
            } catch (RuntimeException | Error failure) {
                left(inLanes.size());
                inLanes.forEach(segment -> segment.hashed.completeExceptionally(failure));
                inLanes.clear();
            }
        }
    }

    /** False: there is nothing to do, and this run ends. */
    private synchronized boolean fill(List<Segment> inLanes) {
        while (inLanes.size() < Md5Lanes.LANES && !waiting.isEmpty()) {
            inLanes.add(waiting.remove());
        }
        if (inLanes.isEmpty()) {
            running--;
        }
        return !inLanes.isEmpty();
    }

    private void turn(Md5Lanes lanes, List<Segment> inLanes) {
        int count = inLanes.size();
        int[][] states = new int[count][];
        byte[][] bytes = new byte[count][];
        int[] at = new int[count];
        int blocks = TURN_BLOCKS;
        for (int lane = 0; lane < count; lane++) {
            Segment segment = inLanes.get(lane);
            states[lane] = segment.message.state();
            bytes[lane] = segment.bytes;
            at[lane] = segment.at;
            blocks = Math.min(blocks, segment.blocks());
        }
        lanes.mix(states, bytes, at, count, blocks);
        List<Segment> done = new ArrayList<>();
        for (Segment segment : inLanes) {
            segment.at += blocks * Md5Message.BLOCK_BYTES;
            if (segment.blocks() == 0) {
                done.add(segment);
            }
        }
        inLanes.removeAll(done);
        left(done.size());
        done.forEach(segment -> segment.hashed.complete(null));
    }

    private synchronized void left(int count) {
        open -= count;
    }
}
