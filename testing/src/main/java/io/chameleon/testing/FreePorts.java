package io.chameleon.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.SplittableRandom;

/** Consecutive ports that no process listens on now. */
final class FreePorts {
    /** Below the range that systems assign by themselves. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;
    private static final int TRIES = 100;

    private FreePorts() {}

    /** The first of {@code count} free ports; another process may take one before they are used. */
    static int find(int count) {
        SplittableRandom random = new SplittableRandom();
        for (int tried = 0; tried < TRIES; tried++) {
            int base = random.nextInt(FIRST, LAST - count);
            if (areFree(base, count)) {
                return base;
            }
        }
        throw new IllegalStateException("no " + count + " free ports in a row between " + FIRST + " and " + LAST);
    }

    private static boolean areFree(int base, int count) {
        for (int port = base; port < base + count; port++) {
            try (ServerSocket socket = new ServerSocket(port)) {
                socket.setReuseAddress(true);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }
}
