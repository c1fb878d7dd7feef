package io.chameleon.server.manifest;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.format.UnreadFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of manifests in a directory beside the image: files of a bounded size. Only the last is appended to. Opening it
 * reads nothing; the first manifest begins a new file.
 *
 * <p>A file whose manifests are mostly of deleted writes is rewritten at the end of the log ({@link #tidy}). So the log
 * is at most some three times as large as what it must hold, plus two files. Adding costs one write of the manifest;
 * {@link #forced} costs one sync, if anything was added since the last. A cursor is the number of a file and an offset
 * in it.
 */
public final class ManifestLog implements Manifests {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestLog.class);
    private static final int FILE_BYTES = 16 << 20;
    /** A file grows by this much, so that a force seldom has to change its length. */
    private static final int GROWTH_BYTES = 256 << 10;
    /** Read for one page of a listing. */
    private static final int MOST_LISTED_BYTES = 1 << 20;

    private static final int MOST_READ_BYTES = 4 << 20;
    /** Read by {@link #tidy} for each byte that is added. */
    private static final int TIDIED_PER_BYTE = 2;

    private static final String SUFFIX = ".log";

    private final Path directory;
    private final int fileBytes;
    private final ExecutorService syncs = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("manifest-sync").factory());
    /** Where each file ends, by number. */
    private final NavigableMap<Long, Integer> files = new TreeMap<>();
    /** The file that is appended to; null before the first. */
    private @Nullable FileChannel current;

    private long currentNumber;
    private int grown;
    /** Manifests added, and how many of them are durable. */
    private long added;

    private long durable;
    private long tidied;
    private long credit;

    /**
     * @param directory created with the first manifest
     * @throws UncheckedIOException if it cannot be read
     */
    public ManifestLog(Path directory) {
        this(directory, FILE_BYTES);
    }

    ManifestLog(Path directory, int fileBytes) {
        this.directory = directory;
        this.fileBytes = fileBytes;
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                String name = file.getFileName().toString();
                if (name.matches("[0-9]{10}\\.log")) {
                    long number = Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
                    files.put(number, Math.toIntExact(Files.size(file)));
                }
            }
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    @Override
    public synchronized void add(StoredManifest manifest) {
        credit += (long) TIDIED_PER_BYTE * append(manifest);
    }

    private synchronized int append(StoredManifest manifest) {
        ByteBuffer record = LogFormat.record(manifest);
        int bytes = record.limit();
        try {
            FileChannel file = current;
            if (file == null || end() + bytes > fileBytes) {
                file = next();
            }
            int begin = end();
            grow(file, begin + bytes);
            write(file, record, begin);
            files.put(currentNumber, begin + bytes);
            added++;
            return bytes;
        } catch (IOException e) {
            throw failed("write", e);
        }
    }

    private int end() {
        return files.getOrDefault(currentNumber, 0);
    }

    /** The previous file is durable before the next begins. */
    private FileChannel next() throws IOException {
        closeCurrent();
        long number = files.isEmpty() ? 1 : files.lastKey() + 1;
        Require.that(number < 1L << 31, "files of " + directory, number, "fewer: the directory has to be made anew");
        Files.createDirectories(directory);
        FileChannel opened = FileChannel.open(path(number), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        current = opened;
        currentNumber = number;
        grown = 0;
        grow(opened, LogFormat.HEADER_BYTES);
        write(opened, LogFormat.header(), 0);
        files.put(number, LogFormat.HEADER_BYTES);
        forceDirectory(directory);
        forceDirectory(directory.resolve(".."));
        return opened;
    }

    private void grow(FileChannel file, int bytes) throws IOException {
        if (bytes > grown) {
            int length = Math.max(bytes, Math.min(fileBytes, grown + GROWTH_BYTES));
            write(file, ByteBuffer.allocate(length - grown), grown);
            grown = length;
        }
    }

    private static void write(FileChannel file, ByteBuffer bytes, int at) throws IOException {
        while (bytes.hasRemaining()) {
            at += file.write(bytes, at);
        }
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
            opened.force(true);
        }
    }

    /** On a thread of its own, so that the log's sync and the device's run in parallel. */
    @Override
    public CompletableFuture<Void> forced() {
        synchronized (this) {
            if (durable == added) {
                return CompletableFuture.completedFuture(null);
            }
        }
        return CompletableFuture.runAsync(this::force, syncs);
    }

    /** Waits for the disk without the lock, so that others can add meanwhile. */
    private void force() {
        FileChannel file;
        long covered;
        synchronized (this) {
            file = current;
            covered = added;
            if (file == null || durable == covered) {
                return;
            }
        }
        try {
            file.force(false);
            noteDurable(covered);
        } catch (IOException e) {
            // The thread that closes a file has made it durable.
            if (!(e instanceof ClosedChannelException && isDurable(covered))) {
                throw failed("force", e);
            }
        }
    }

    private synchronized void noteDurable(long covered) {
        durable = Math.max(durable, covered);
    }

    private synchronized boolean isDurable(long covered) {
        return durable >= covered;
    }

    @Override
    public ManifestListing list(long after, int limit, Predicate<WriteId> isHere) {
        Require.that(limit > 0, "limit", limit, "at least 1");
        List<StoredManifest> found = new ArrayList<>();
        long cursor = after;
        long damaged = 0;
        int listed = 0;
        for (@Nullable Long number = from(after >>> 32); number != null; number = from(number + 1)) {
            int begin = number == after >>> 32 ? (int) after : LogFormat.HEADER_BYTES;
            RecordReader reader = reader(number, begin);
            for (StoredManifest next = reader.next(); next != null; next = reader.next()) {
                cursor = number << 32 | reader.offset();
                if (isHere.test(next.writeId())) {
                    found.add(next);
                    listed += next.manifest().length;
                }
                boolean full = found.size() == limit
                        || listed > MOST_LISTED_BYTES
                        || reader.offset() - begin > MOST_READ_BYTES;
                if (full) {
                    return new ManifestListing(found, true, cursor, damaged + reader.damagedBytes());
                }
            }
            damaged += reader.damagedBytes();
            cursor = number << 32 | reader.offset();
        }
        return new ManifestListing(found, false, cursor, damaged);
    }

    @Override
    public void tidy(Predicate<WriteId> isHere) {
        for (@Nullable Long number = nextToTidy(); number != null; number = nextToTidy()) {
            RecordReader reader = readerToTidy(number);
            if (reader == null) {
                continue;
            }
            List<StoredManifest> here = new ArrayList<>();
            int bytes = 0;
            for (StoredManifest next = reader.next(); next != null; next = reader.next()) {
                if (isHere.test(next.writeId())) {
                    here.add(next);
                    bytes += next.manifest().length;
                }
            }
            // Small files come from processes that ended soon.
            if (bytes < fileBytes / 2) {
                here.forEach(this::append);
                force();
                remove(number);
            }
        }
    }

    /** Null for a file of another version, which stays as it is: a release that can read it may need all of it. */
    private @Nullable RecordReader readerToTidy(long number) {
        try {
            return reader(number, LogFormat.HEADER_BYTES);
        } catch (UnreadFormatException e) {
            LOG.warn("{}; the file stays as it is", e.getMessage());
            return null;
        }
    }

    /** Takes the files that are no longer appended to, in turn, as long as what was added since pays for it. */
    private synchronized @Nullable Long nextToTidy() {
        Long next = files.higherKey(tidied);
        if (next == null || next == currentNumber) {
            tidied = 0;
            next = files.higherKey(tidied);
        }
        int cost = next == null || next == currentNumber ? Integer.MAX_VALUE : files.getOrDefault(next, 0);
        if (next == null || cost == Integer.MAX_VALUE || credit < cost) {
            return null;
        }
        credit -= cost;
        tidied = next;
        return next;
    }

    private synchronized void remove(long number) {
        try {
            Files.deleteIfExists(path(number));
            files.remove(number);
        } catch (IOException e) {
            throw failed("delete", e);
        }
    }

    private synchronized @Nullable Long from(long number) {
        return files.ceilingKey(number);
    }

    /** Reads nothing if the file was tidied away meanwhile: its content is listed further on. */
    private RecordReader reader(long number, int begin) {
        int end;
        synchronized (this) {
            end = files.getOrDefault(number, 0);
        }
        try (FileChannel file = FileChannel.open(path(number), StandardOpenOption.READ)) {
            ByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(end, file.size()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            LogFormat.requireKnown(bytes, path(number));
            return new RecordReader(bytes, begin);
        } catch (NoSuchFileException tidied) {
            return new RecordReader(ByteBuffer.allocate(0), 0);
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    @Override
    public synchronized long bytes() {
        return files.values().stream().mapToLong(Integer::longValue).sum();
    }

    private Path path(long number) {
        return directory.resolve(String.format("%010d", number) + SUFFIX);
    }

    private UncheckedIOException failed(String what, IOException e) {
        return new UncheckedIOException("cannot " + what + " manifests in " + directory + ": " + e.getMessage(), e);
    }

    private void closeCurrent() throws IOException {
        FileChannel file = current;
        if (file != null) {
            file.force(false);
            durable = added;
            file.close();
            current = null;
        }
    }

    @Override
    public void close() {
        syncs.close();
        synchronized (this) {
            try {
                closeCurrent();
            } catch (IOException e) {
                throw failed("close", e);
            }
        }
    }
}
