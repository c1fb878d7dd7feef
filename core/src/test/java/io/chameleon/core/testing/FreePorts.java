package io.chameleon.core.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that start a while later, or once more after they were killed. They are below the range from which
 * systems take any free port, which may otherwise go to an outgoing connection meanwhile.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int COUNT = 5_000;

    private static final AtomicInteger TAKEN = new AtomicInteger(new SplittableRandom().nextInt(COUNT));

    private FreePorts() {}

    /** A port that nobody listens on now, different from those that this JVM took before. */
    public static int take() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(TAKEN.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port of " + COUNT + " from " + FIRST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
