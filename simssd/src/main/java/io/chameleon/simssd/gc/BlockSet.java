package io.chameleon.simssd.gc;

import io.chameleon.simssd.blocks.PageMap;
import java.util.Arrays;

/** A set of blocks to draw from. All operations O(1): removal moves the last member into the gap. */
final class BlockSet {
    private static final int ABSENT = -1;

    private final int[] members;
    private final int[] position;
    private int size;

    BlockSet(int blocks) {
        members = new int[blocks];
        position = new int[blocks];
        Arrays.fill(position, ABSENT);
    }

    int size() {
        return size;
    }

    void add(int block) {
        position[block] = size;
        members[size++] = block;
    }

    boolean has(int block) {
        return position[block] != ABSENT;
    }

    /** Any member, uniformly. The set is not empty. */
    int draw(FastRandom random) {
        return members[random.nextInt(size)];
    }

    /** Does nothing if the block is not a member. */
    void remove(int block) {
        int gap = position[block];
        if (gap != ABSENT) {
            int last = members[--size];
            members[gap] = last;
            position[last] = gap;
            position[block] = ABSENT;
        }
    }

    /**
     * The member with the fewest live pages among {@code draws} uniform draws with replacement, the first drawn among
     * equals (GC reading 3: a block that may not be drawn is not a member, which equals drawing again). The set is not
     * empty.
     */
    int fewestLive(int draws, FastRandom random, PageMap map) {
        int fewest = draw(random);
        for (int draw = 1; draw < draws; draw++) {
            int block = draw(random);
            if (map.liveInBlock(block) < map.liveInBlock(fewest)) {
                fewest = block;
            }
        }
        return fewest;
    }
}
