package io.chameleon.simssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A file on a real disk. Reads and writes are one positional system call each, on the caller's thread, and copy nothing
 * if the memory is native. A {@link java.nio.channels.FileChannel} would do the same, but it closes for all threads if
 * one is interrupted during an operation, and a server's threads are. An {@link AsynchronousFileChannel} does not, and
 * its executor may be the caller itself.
 *
 * @param file opened with a {@link CallersThread}
 */
record Disk(AsynchronousFileChannel file) implements Medium {
    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return done(file.read(into, position));
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        return done(file.write(from, position));
    }

    /** The outcome of an operation that has already run on this thread. */
    private static int done(Future<Integer> operation) throws IOException {
        try {
            return operation.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("an operation on the caller's thread that has not ended", e);
        }
    }

    /** Runs each task on the submitting thread. */
    static final class CallersThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
