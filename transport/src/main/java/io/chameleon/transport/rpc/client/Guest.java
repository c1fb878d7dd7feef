package io.chameleon.transport.rpc.client;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;

/**
 * What the client does on a caller's thread, which is the application's. Netty remembers there which arena the thread
 * allocates from, and more. In a thread that outlives the class loader of Netty, such as that of an application server,
 * this would keep all of its classes and its direct memory for ever.
 */
final class Guest {
    private Guest() {}

    /** Leaves the thread as it was, unless it has something of Netty's already. */
    static void run(Runnable work) {
        if (Thread.currentThread() instanceof FastThreadLocalThread || FastThreadLocal.size() > 0) {
            work.run();
            return;
        }
        try {
            work.run();
        } finally {
            FastThreadLocal.removeAll();
        }
    }
}
