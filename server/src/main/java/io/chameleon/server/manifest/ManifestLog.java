package io.chameleon.server.manifest;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.simssd.file.SalvagingReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
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
    /** Read for one page of a listing. */
    private static final int MOST_LISTED_BYTES = 1 << 20;

    private static final int MOST_READ_BYTES = 4 << 20;
    /** Read by {@link #tidy} for each byte that is added. */
    private static final int TIDIED_PER_BYTE = 2;

    private final LogFiles files;
    private final int fileBytes;
    private final ExecutorService syncs = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("manifest-sync").factory());
    private long tidied;
    private long credit;

    /**
     * @param directory created with the first manifest
     * @throws UncheckedIOException if it cannot be read
     */
    public ManifestLog(Path directory) {
        this(directory, FILE_BYTES, UnaryOperator.identity());
    }

    ManifestLog(Path directory, int fileBytes, UnaryOperator<SalvagingReader.Source> medium) {
        this.files = new LogFiles(directory, fileBytes, medium);
        this.fileBytes = fileBytes;
    }

    @Override
    public synchronized void add(StoredManifest manifest) {
        credit += (long) TIDIED_PER_BYTE * files.append(manifest);
    }

    /** On a thread of its own, so that the log's sync and the device's run in parallel. */
    @Override
    public CompletableFuture<Void> forced() {
        return files.isForced()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(files::force, syncs);
    }

    @Override
    public ManifestListing list(long after, int limit, Predicate<WriteId> isHere) {
        Require.that(limit > 0, "limit", limit, "at least 1");
        List<StoredManifest> found = new ArrayList<>();
        long cursor = after;
        long damaged = 0;
        int listed = 0;
        for (@Nullable Long number = files.from(after >>> 32); number != null; number = files.from(number + 1)) {
            int begin = number == after >>> 32 ? (int) after : LogFormat.HEADER_BYTES;
            try (RecordReader reader = files.reader(number, begin)) {
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
        }
        return new ManifestListing(found, false, cursor, damaged);
    }

    @Override
    public void tidy(Predicate<WriteId> isHere) {
        for (@Nullable Long number = nextToTidy(); number != null; number = nextToTidy()) {
            try (RecordReader reader = files.reader(number, LogFormat.HEADER_BYTES)) {
                tidy(number, reader, isHere);
            } catch (UnreadFormatException e) {
                // A release that can read it may need all of it.
                LOG.warn("{}; the file stays as it is", e.getMessage());
            }
        }
    }

    private void tidy(long number, RecordReader reader, Predicate<WriteId> isHere) {
        List<StoredManifest> here = new ArrayList<>();
        int bytes = 0;
        for (StoredManifest next = reader.next(); next != null; next = reader.next()) {
            if (isHere.test(next.writeId())) {
                here.add(next);
                bytes += next.manifest().length;
            }
        }
        if (reader.lostSectors() > 0) {
            // A rescue of the disk may bring them back.
            LOG.warn("{} sectors of {} cannot be read; the file stays as it is", reader.lostSectors(), reader);
        } else if (bytes < fileBytes / 2) {
            // Small files come from processes that ended soon.
            here.forEach(files::append);
            files.force();
            files.remove(number);
        }
    }

    /** Takes the files that are no longer appended to, in turn, as long as what was added since pays for it. */
    private synchronized @Nullable Long nextToTidy() {
        Long next = files.closedAfter(tidied);
        if (next == null) {
            tidied = 0;
            next = files.closedAfter(0);
        }
        int cost = next == null ? 0 : files.bytes(next);
        if (next == null || credit < cost) {
            return null;
        }
        credit -= cost;
        tidied = next;
        return next;
    }

    @Override
    public long bytes() {
        return files.bytes();
    }

    @Override
    public void close() {
        syncs.close();
        files.close();
    }
}
