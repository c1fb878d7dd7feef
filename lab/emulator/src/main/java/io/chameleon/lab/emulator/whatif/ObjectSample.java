package io.chameleon.lab.emulator.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A uniform sample of a given number of objects, and the totals over all objects. Memory: the sample's. Not safe from
 * several threads.
 */
final class ObjectSample {
    private final int most;
    private final int pageBytes;
    private final RandomGenerator random;
    private final List<LiveObject> drawn = new ArrayList<>();
    private long seen;
    private double pages;
    private double writtenPages;

    ObjectSample(int most, int pageBytes, RandomGenerator random) {
        this.most = most;
        this.pageBytes = pageBytes;
        this.random = random;
    }

    void add(LiveObject object) {
        seen++;
        pages += object.pages(pageBytes);
        writtenPages += object.writes() * object.pages(pageBytes);
        if (drawn.size() < most) {
            drawn.add(object);
        } else {
            long place = random.nextLong(seen);
            if (place < most) {
                drawn.set((int) place, object);
            }
        }
    }

    /** The sample in random order, so that its beginning is a sample too. */
    List<LiveObject> drawn() {
        List<LiveObject> shuffled = new ArrayList<>(drawn);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** The number of all objects. */
    long seen() {
        return seen;
    }

    /** Pages that all objects take. */
    double pages() {
        return pages;
    }

    /** Pages that are expected to be written in an epoch. */
    double writtenPages() {
        return writtenPages;
    }
}
