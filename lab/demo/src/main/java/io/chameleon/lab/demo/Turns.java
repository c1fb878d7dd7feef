package io.chameleon.lab.demo;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands out requests to many writers in order, but never one for an object whose previous request is still under way.
 * Traces write some objects over and over; the other requests do not wait for those.
 */
final class Turns {
    private final List<Integer> waiting = new LinkedList<>();
    private final Set<Integer> underWay = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();

    Turns(int[] order) {
        for (int object : order) {
            waiting.add(object);
        }
    }

    /** The next request, once there is one; empty when all are handed out. Must be followed by {@link #done}. */
    OptionalInt next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!waiting.isEmpty()) {
                for (Iterator<Integer> each = waiting.iterator(); each.hasNext(); ) {
                    int object = each.next();
                    if (underWay.add(object)) {
                        each.remove();
                        return OptionalInt.of(object);
                    }
                }
                ended.await();
            }
            return OptionalInt.empty();
        } finally {
            lock.unlock();
        }
    }

    void done(int object) {
        lock.lock();
        try {
            underWay.remove(object);
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
