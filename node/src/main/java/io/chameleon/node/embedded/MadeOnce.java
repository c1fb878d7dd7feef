package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/** What several processes share, and the first that needs it makes. */
final class MadeOnce {
    /** May fail. */
    interface Making {
        void run() throws IOException;
    }

    private MadeOnce() {}

    /**
     * Makes it unless it is there. Others wait meanwhile.
     *
     * @param lock a file whose lock goes with the process, however it ends
     * @throws IOException also if the thread is interrupted while it waits
     */
    static synchronized void ensure(Path lock, BooleanSupplier isThere, Making making) throws IOException {
        if (isThere.getAsBoolean()) {
            return;
        }
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock unused = file.lock()) {
            if (!isThere.getAsBoolean()) {
                making.run();
            }
        } catch (FileLockInterruptionException e) {
            throw new IOException("interrupted", e);
        }
    }
}
