package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Chunks;
import io.chameleon.core.Require;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * The objects of a workload and its requests in the order of their times, in columns: 21 bytes a request, so that all
 * schemes can share ten million of them in 210 MB. Immutable, safe from any thread.
 *
 * <p>Some objects exist before the first request. A request that writes all of an object that does not exist creates
 * it, and a request may delete one. Nothing else is asked of an object that does not exist.
 */
public final class Workload {
    /** An object is a row of the mapping table; the maker of the workload cuts larger ones into {@link Chunks}. */
    public static final int MAX_OBJECT_BYTES = Chunks.MAX_BYTES;

    private static final byte READ = 0;
    private static final byte WRITE = 1;
    private static final byte DELETE = 2;

    private final String name;
    private final boolean synthetic;
    private final int[] objectBytes;
    private final BitSet thereAtStart;
    private final boolean changing;
    private final long[] micros;
    private final int[] object;
    private final int[] from;
    private final int[] bytes;
    private final byte[] kind;

    private Workload(Builder builder) {
        name = builder.name;
        synthetic = builder.synthetic;
        objectBytes = Arrays.copyOf(builder.objectBytes, builder.objects);
        thereAtStart = (BitSet) builder.thereAtStart.clone();
        changing = builder.changing;
        micros = Arrays.copyOf(builder.micros, builder.requests);
        object = Arrays.copyOf(builder.object, builder.requests);
        from = Arrays.copyOf(builder.from, builder.requests);
        bytes = Arrays.copyOf(builder.bytes, builder.requests);
        kind = Arrays.copyOf(builder.kind, builder.requests);
    }

    public String name() {
        return name;
    }

    /** Whether a model made the requests, rather than a recording. */
    public boolean isSynthetic() {
        return synthetic;
    }

    /** The number of objects, which are numbered from 0; not all of them need exist at one time. */
    public int objects() {
        return objectBytes.length;
    }

    /** Size of an object, 1 to {@link #MAX_OBJECT_BYTES}; it never changes. */
    public int objectBytes(int number) {
        return objectBytes[number];
    }

    /** Whether an object exists before the first request. */
    public boolean isThereAtStart(int number) {
        return thereAtStart.get(number);
    }

    /** Whether any request creates or deletes an object. */
    public boolean isChanging() {
        return changing;
    }

    /**
     * The largest sum, at any time, over the objects that exist then. Costs a pass over the requests if objects come
     * and go.
     *
     * @param amount what an object counts for, by its number
     */
    public long most(IntToLongFunction amount) {
        long sum = thereAtStart.stream().mapToLong(amount::applyAsLong).sum();
        if (!changing) {
            return sum;
        }
        BitSet there = (BitSet) thereAtStart.clone();
        long most = sum;
        for (int request = 0; request < kind.length; request++) {
            int number = object[request];
            if (kind[request] == DELETE) {
                there.clear(number);
                sum -= amount.applyAsLong(number);
            } else if (!there.get(number)) {
                there.set(number);
                sum += amount.applyAsLong(number);
                most = Math.max(most, sum);
            }
        }
        return most;
    }

    public int requests() {
        return micros.length;
    }

    /** When a request arrives, microseconds since the start; never earlier than the request before it. */
    public long micros(int request) {
        return micros[request];
    }

    public boolean isWrite(int request) {
        return kind[request] == WRITE;
    }

    public boolean isRead(int request) {
        return kind[request] == READ;
    }

    /** Whether a request deletes its object; it is for all bytes of it. */
    public boolean isDelete(int request) {
        return kind[request] == DELETE;
    }

    /** The object a request is for. */
    public int object(int request) {
        return object[request];
    }

    /** First byte of the object that is read or written. */
    public int from(int request) {
        return from[request];
    }

    /** How many bytes are read or written, at least 1. */
    public int bytes(int request) {
        return bytes[request];
    }

    public boolean isWholeObject(int request) {
        return bytes[request] == objectBytes[object[request]];
    }

    /** Time of the last request, microseconds since the start. */
    public long spanMicros() {
        return micros.length == 0 ? 0 : micros[micros.length - 1];
    }

    public static Builder builder(String name, boolean synthetic) {
        return new Builder(name, synthetic);
    }

    /** Takes objects and requests; an object must be added before its first request. Not safe from several threads. */
    public static final class Builder {
        private final String name;
        private final boolean synthetic;
        private int objects;
        private int requests;
        private int[] objectBytes = new int[1024];
        private long[] micros = new long[4096];
        private int[] object = new int[4096];
        private int[] from = new int[4096];
        private int[] bytes = new int[4096];
        private byte[] kind = new byte[4096];
        private final BitSet thereAtStart = new BitSet();
        private final BitSet there = new BitSet();
        private boolean changing;

        private Builder(String name, boolean synthetic) {
            this.name = name;
            this.synthetic = synthetic;
        }

        /** Adds an object that exists before the first request and returns its number. */
        public int object(int size) {
            int number = laterObject(size);
            thereAtStart.set(number);
            there.set(number);
            return number;
        }

        /** Adds an object that the first write of all of it creates and returns its number. */
        public int laterObject(int size) {
            Require.that(size >= 1 && size <= MAX_OBJECT_BYTES, "bytes of an object", size, "1 to " + MAX_OBJECT_BYTES);
            if (objects == objectBytes.length) {
                objectBytes = Arrays.copyOf(objectBytes, grown(objects));
            }
            objectBytes[objects] = size;
            return objects++;
        }

        public int objects() {
            return objects;
        }

        public int objectBytes(int number) {
            return objectBytes[number];
        }

        public int requests() {
            return requests;
        }

        /** Whether an object exists after the last request so far. */
        public boolean isThere(int number) {
            return there.get(number);
        }

        /** Adds a request for part of an object, or all of it. A time before the last one's counts as that one's. */
        public void request(long timeMicros, boolean isWrite, int number, int firstByte, int count) {
            Require.that(number >= 0 && number < objects, "object of a request", number, "one added before");
            Require.that(
                    firstByte >= 0 && count >= 1 && count <= objectBytes[number] - firstByte,
                    "bytes of a request",
                    firstByte + "+" + count,
                    "within the object's " + objectBytes[number]);
            boolean creates = isWrite && !there.get(number) && count == objectBytes[number];
            Require.that(
                    there.get(number) || creates,
                    "object of a request",
                    number,
                    "one that exists, or a write of all of it");
            there.set(number);
            changing |= creates;
            add(timeMicros, isWrite ? WRITE : READ, number, firstByte, count);
        }

        /** Adds a request that deletes an object; a later write of all of it creates it again. */
        public void delete(long timeMicros, int number) {
            Require.that(number >= 0 && there.get(number), "object of a deletion", number, "one that exists");
            there.clear(number);
            changing = true;
            add(timeMicros, DELETE, number, 0, objectBytes[number]);
        }

        private void add(long timeMicros, byte which, int number, int firstByte, int count) {
            if (requests == micros.length) {
                grow(grown(requests));
            }
            long last = requests == 0 ? 0 : micros[requests - 1];
            micros[requests] = Math.max(last, timeMicros);
            kind[requests] = which;
            object[requests] = number;
            from[requests] = firstByte;
            bytes[requests] = count;
            requests++;
        }

        private void grow(int length) {
            micros = Arrays.copyOf(micros, length);
            object = Arrays.copyOf(object, length);
            from = Arrays.copyOf(from, length);
            bytes = Arrays.copyOf(bytes, length);
            kind = Arrays.copyOf(kind, length);
        }

        private static int grown(int length) {
            return Math.addExact(length, length >> 1);
        }

        public Workload build() {
            return new Workload(this);
        }
    }
}
