package io.chameleon.lab.chaos.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Ports that stay free for processes that are down for a while. They are below the range from which systems take the
 * local ports of outgoing connections, which might otherwise occupy the port of a server that was killed.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;

    private int next = FIRST + new Random().nextInt(LAST - FIRST);

    FreePorts() {}

    /** A port that no process listens on now, different from those given before. */
    int take() {
        for (int tries = 0; tries < LAST - FIRST; tries++) {
            next = next == LAST ? FIRST : next + 1;
            if (isFree(next)) {
                return next;
            }
        }
        throw new IllegalStateException("no free port between " + FIRST + " and " + LAST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
