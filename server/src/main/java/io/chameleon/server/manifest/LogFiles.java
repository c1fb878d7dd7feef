package io.chameleon.server.manifest;

import io.chameleon.core.Require;
import io.chameleon.simssd.file.SalvagingReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The files of a log of manifests, by number. Only the last is appended to. Safe from any thread. */
final class LogFiles {
    private final LogDirectory directory;
    private final int fileBytes;
    private final UnaryOperator<SalvagingReader.Source> medium;
    /** Where each file ends, by number. */
    private final NavigableMap<Long, Integer> files = new TreeMap<>();
    /** The file that is appended to; null before the first. */
    private @Nullable LogFile current;

    private long currentNumber;
    /** Manifests added, and how many of them are durable. */
    private long added;

    private long durable;

    /**
     * @param medium what files are read through
     * @throws UncheckedIOException if the directory is there and cannot be read
     */
    LogFiles(Path directory, int fileBytes, UnaryOperator<SalvagingReader.Source> medium) {
        this.directory = new LogDirectory(directory);
        this.fileBytes = fileBytes;
        this.medium = medium;
        files.putAll(this.directory.files());
    }

    /** Returns the bytes of its record. */
    synchronized int append(StoredManifest manifest) {
        ByteBuffer record = LogFormat.record(manifest);
        int bytes = record.limit();
        try {
            LogFile file = current;
            if (file == null || !file.hasRoomFor(bytes)) {
                file = next();
            }
            file.append(record);
            files.put(currentNumber, file.end());
            added++;
            return bytes;
        } catch (IOException e) {
            throw directory.failed("write", e);
        }
    }

    /** The previous file is durable before the next begins. */
    private LogFile next() throws IOException {
        closeCurrent();
        long number = files.isEmpty() ? 1 : files.lastKey() + 1;
        Require.that(number < 1L << 31, "files of " + directory, number, "fewer: the directory has to be made anew");
        directory.create();
        LogFile opened = LogFile.create(directory.path(number), fileBytes);
        current = opened;
        currentNumber = number;
        files.put(number, opened.end());
        directory.force();
        return opened;
    }

    /** Whether all that was appended is durable. */
    synchronized boolean isForced() {
        return durable == added;
    }

    /** Waits for the disk without the lock, so that others can add meanwhile. */
    void force() {
        LogFile file;
        long covered;
        synchronized (this) {
            file = current;
            covered = added;
            if (file == null || durable == covered) {
                return;
            }
        }
        try {
            file.force();
            noteDurable(covered);
        } catch (IOException e) {
            // The thread that closes a file has made it durable.
            if (!(e instanceof ClosedChannelException && isDurable(covered))) {
                throw directory.failed("force", e);
            }
        }
    }

    private synchronized void noteDurable(long covered) {
        durable = Math.max(durable, covered);
    }

    private synchronized boolean isDurable(long covered) {
        return durable >= covered;
    }

    /** The first file from this number on; null if there is none. */
    synchronized @Nullable Long from(long number) {
        return files.ceilingKey(number);
    }

    /** The first file after this number that is not appended to any more; null if there is none. */
    synchronized @Nullable Long closedAfter(long number) {
        Long next = files.higherKey(number);
        return next == null || next == currentNumber ? null : next;
    }

    /** 0 if it was removed. */
    synchronized int bytes(long number) {
        return files.getOrDefault(number, 0);
    }

    synchronized long bytes() {
        return files.values().stream().mapToLong(Integer::longValue).sum();
    }

    synchronized void remove(long number) {
        try {
            Files.deleteIfExists(directory.path(number));
            files.remove(number);
        } catch (IOException e) {
            throw directory.failed("delete", e);
        }
    }

    /** Reads nothing if the file was tidied away meanwhile: its content is listed further on. */
    RecordReader reader(long number, int begin) {
        LogBytes bytes = open(number);
        try {
            LogFormat.requireKnown(bytes.at(0, Math.min(LogFormat.HEADER_BYTES, bytes.end())), directory.path(number));
            return new RecordReader(bytes, begin);
        } catch (RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    private LogBytes open(long number) {
        int end = bytes(number);
        Path path = directory.path(number);
        try {
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
            return new LogBytes(medium.apply(file::read), file, path.toString(), (int) Math.min(end, Files.size(path)));
        } catch (NoSuchFileException tidied) {
            return LogBytes.empty();
        } catch (IOException e) {
            throw directory.failed("read", e);
        }
    }

    private void closeCurrent() throws IOException {
        LogFile file = current;
        if (file != null) {
            file.force();
            durable = added;
            file.close();
            current = null;
        }
    }

    /** What was appended is durable then. */
    synchronized void close() {
        try {
            closeCurrent();
        } catch (IOException e) {
            throw directory.failed("close", e);
        }
    }
}
