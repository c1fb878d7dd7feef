package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Require;
import java.util.Arrays;

/**
 * The objects of a workload and its requests in the order of their times, in columns: 21 bytes a request, so that all
 * schemes can share ten million of them in 210 MB. Immutable, safe from any thread.
 */
public final class Workload {
    /** Objects are one segment each; the maker of the workload cuts up larger ones. */
    public static final int MAX_OBJECT_BYTES = 8 << 20;

    private final String name;
    private final boolean synthetic;
    private final int[] objectBytes;
    private final long[] micros;
    private final int[] object;
    private final int[] from;
    private final int[] bytes;
    private final boolean[] write;

    private Workload(Builder builder) {
        name = builder.name;
        synthetic = builder.synthetic;
        objectBytes = Arrays.copyOf(builder.objectBytes, builder.objects);
        micros = Arrays.copyOf(builder.micros, builder.requests);
        object = Arrays.copyOf(builder.object, builder.requests);
        from = Arrays.copyOf(builder.from, builder.requests);
        bytes = Arrays.copyOf(builder.bytes, builder.requests);
        write = Arrays.copyOf(builder.write, builder.requests);
    }

    public String name() {
        return name;
    }

    /** Whether a model made the requests, rather than a recording. */
    public boolean isSynthetic() {
        return synthetic;
    }

    /** The number of objects, which are numbered from 0. */
    public int objects() {
        return objectBytes.length;
    }

    /** Size of an object, 1 to {@link #MAX_OBJECT_BYTES}; it never changes. */
    public int objectBytes(int number) {
        return objectBytes[number];
    }

    public int requests() {
        return micros.length;
    }

    /** When a request arrives, microseconds since the start; never earlier than the request before it. */
    public long micros(int request) {
        return micros[request];
    }

    public boolean isWrite(int request) {
        return write[request];
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
        private boolean[] write = new boolean[4096];

        private Builder(String name, boolean synthetic) {
            this.name = name;
            this.synthetic = synthetic;
        }

        /** Adds an object and returns its number. */
        public int object(int size) {
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

        /** Adds a request for part of an object, or all of it. A time before the last one's counts as that one's. */
        public void request(long timeMicros, boolean isWrite, int number, int firstByte, int count) {
            Require.that(number >= 0 && number < objects, "object of a request", number, "one added before");
            Require.that(
                    firstByte >= 0 && count >= 1 && count <= objectBytes[number] - firstByte,
                    "bytes of a request",
                    firstByte + "+" + count,
                    "within the object's " + objectBytes[number]);
            if (requests == micros.length) {
                grow(grown(requests));
            }
            long last = requests == 0 ? 0 : micros[requests - 1];
            micros[requests] = Math.max(last, timeMicros);
            write[requests] = isWrite;
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
            write = Arrays.copyOf(write, length);
        }

        private static int grown(int length) {
            return Math.addExact(length, length >> 1);
        }

        public Workload build() {
            return new Workload(this);
        }
    }
}
