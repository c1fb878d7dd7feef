package io.chameleon.transport.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads small files of an operator, whatever has their names: neither a pipe that nobody writes to nor a device that
 * never ends holds a process up. Safe from any thread.
 */
public final class SmallFiles {
    /** Whoever writes to a pipe may have to ask a person for a password first. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int MAX_FROM_PIPE = 1 << 20;

    /** Nothing interrupts the opening of a pipe: so each has one thread that waits, however often it is asked for. */
    private static final ConcurrentMap<Path, FutureTask<byte[]>> WAITING = new ConcurrentHashMap<>();

    private SmallFiles() {}

    /** A file is larger than anything that it could hold for us, such as a log that was named by mistake. */
    public static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1;

        TooLargeException(int max) {
            super("it is larger than " + (max >> 20) + " MiB");
        }
    }

    /**
     * All bytes of a file, or of a pipe that somebody writes to within 30 s.
     *
     * @param max in bytes, whole MiB; for what is no file, 1 MiB at most
     * @throws TooLargeException if it is larger
     * @throws IOException if it cannot be read; {@link #why} says it without the name
     */
    public static byte[] read(Path file, int max) throws IOException {
        return read(file, max, PATIENCE);
    }

    static byte[] read(Path file, int max, Duration patience) throws IOException {
        return isOther(file) ? awaited(file, Math.min(max, MAX_FROM_PIPE), patience) : upTo(max, file);
    }

    /** Whether it is a pipe or a device. */
    static boolean isOther(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    private static byte[] upTo(int max, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new TooLargeException(max);
            }
            return bytes;
        }
    }

    private static byte[] awaited(Path file, int max, Duration patience) throws IOException {
        FutureTask<byte[]> reading = WAITING.computeIfAbsent(file, path -> start(path, max));
        try {
            byte[] bytes = reading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            WAITING.remove(file, reading);
            return bytes;
        } catch (ExecutionException e) {
            WAITING.remove(file, reading);
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("it is a pipe or a device that nothing came from in " + patience.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static FutureTask<byte[]> start(Path file, int max) {
        FutureTask<byte[]> reading = new FutureTask<>(() -> upTo(max, file));
        Thread thread = new Thread(reading, "chameleon-pipe");
        thread.setDaemon(true);
        thread.start();
        return reading;
    }

    /** Why a file could not be read, in a few words that do not name it. */
    public static String why(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return failure instanceof AccessDeniedException ? "no permission" : String.valueOf(failure.getMessage());
    }

    /** Why others that open it by its name cannot read it, or would wait for ever; empty if they can. */
    public static Optional<String> problem(Path file) {
        if (Files.isDirectory(file)) {
            return Optional.of("it is a directory");
        }
        if (isOther(file)) {
            return Optional.of("it is a pipe or a device, expected a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(why(e));
        }
    }
}
