package io.chameleon.client.internal.write;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of segments that were sent, to be filled again: a new one costs zeros and much of the collector's work. Each
 * is given up when the JVM needs memory. Safe from any thread.
 */
final class SpareSegments {
    /** Of this process. */
    static final SpareSegments SHARED = new SpareSegments(
            64 << 10, (int) Math.min(16 << 20, Runtime.getRuntime().maxMemory() / 16));

    /** An array, and its length even when it is gone. */
    private record Spare(int length, SoftReference<byte[]> array) {}

    private final int shortBytes;
    private final int mostBytes;
    private final Deque<Spare> spares = new ArrayDeque<>();
    private long bytes;

    /**
     * @param shortBytes arrays up to this length are not worth keeping
     * @param mostBytes of all arrays
     */
    SpareSegments(int shortBytes, int mostBytes) {
        this.shortBytes = shortBytes;
        this.mostBytes = mostBytes;
    }

    /** An array of exactly that length, with anything in it: the one that came last, or a new one. */
    byte[] arrayOf(int length) {
        byte[] spare = length > shortBytes ? take(length) : null;
        return spare == null ? new byte[length] : spare;
    }

    private synchronized byte @Nullable [] take(int length) {
        for (Iterator<Spare> each = spares.iterator(); each.hasNext(); ) {
            Spare spare = each.next();
            byte[] array = spare.array.get();
            if (array == null || spare.length == length) {
                each.remove();
                bytes -= spare.length;
            }
            if (array != null && spare.length == length) {
                return array;
            }
        }
        return null;
    }

    /** Nobody reads or writes it any more. The oldest give way to it. */
    synchronized void give(byte[] array) {
        if (array.length <= shortBytes || array.length > mostBytes) {
            return;
        }
        spares.push(new Spare(array.length, new SoftReference<>(array)));
        bytes += array.length;
        while (bytes > mostBytes) {
            bytes -= spares.removeLast().length;
        }
    }
}
