package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.manifest.ManifestListing;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.MemoryManifests;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fragments of one flash device. Owns the device.
 *
 * <p>Shape: a fragment fills whole pages, the last one perhaps in part. Each page's spare area names its owner
 * ({@link PageOwner}), so opening the store is a scan ({@link Mount}), and nothing else need ever be written. A clean
 * stop leaves the catalog on the device, which saves the scan.
 *
 * <p>Durability: a put completes after a device sync that began once its last page was written; puts that arrive
 * together share one. A fragment can be read, listed and deleted once it is durable. A delete is durable when it
 * returns. One that a crash cut short may have happened in part; what is left is garbage, which the mount or
 * reconciliation removes.
 *
 * <p>Threads: safe from any. Calls may wait for the device, so never call from an event loop. Reads go on beside all
 * else; a deletion waits for a few pages of a put.
 *
 * <p>Errors: {@link ChameleonError} as each method says, {@code UNAVAILABLE} once the device has failed, and
 * {@link IllegalStateException} after close.
 */
public final class FragmentStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentStore.class);

    /** Share of the logical pages kept free by default, so that garbage collection always finds something to gain. */
    public static final double DEFAULT_HEADROOM = 0.02;

    private final FlashDevice device;
    private final Manifests manifests;
    private final Catalog catalog;
    private final FragmentPages pages;
    private final PageReads reads;
    private final GroupCommit commits;
    private final FragmentWriter writer;
    private final FragmentNames names;
    private final DamagedFragments damaged = new DamagedFragments();
    private final Stalls stalls;
    private final DeviceFaults faults;

    /**
     * Mounts the device, which takes a scan of it unless the last stop was clean.
     *
     * @param headroom share of the logical pages to keep free, 0 to 0.5
     * @param syncs where device syncs run, which may take milliseconds each; {@code Runnable::run} for the thread that
     *     wants one
     * @throws io.chameleon.core.format.UnreadFormatException if the device, or a fragment on it, is of another
     *     release's format
     * @throws IllegalStateException if the device holds something other than fragments
     */
    public FragmentStore(FlashDevice device, double headroom, Executor syncs) {
        this(device, headroom, syncs, MountProgress.NONE);
    }

    /**
     * @param progress receives the progress of the mount
     */
    public FragmentStore(FlashDevice device, double headroom, Executor syncs, MountProgress progress) {
        this(device, new MemoryManifests(), headroom, syncs, progress);
    }

    /** @param manifests of the fragments on the device; closed with the store */
    public FragmentStore(
            FlashDevice device, Manifests manifests, double headroom, Executor syncs, MountProgress progress) {
        this(device, manifests, headroom, syncs, progress, System::nanoTime);
    }

    /** @param ticker as {@link System#nanoTime()} */
    public FragmentStore(
            FlashDevice device,
            Manifests manifests,
            double headroom,
            Executor syncs,
            MountProgress progress,
            LongSupplier ticker) {
        Require.that(headroom >= 0 && headroom <= 0.5, "headroom", headroom, "a share of the capacity, 0 to 0.5");
        this.device = device;
        this.manifests = manifests;
        this.stalls = new Stalls(ticker);
        this.faults = new DeviceFaults(stalls);
        if (device.smart().readOnly()) {
            faults.wornOut();
        }
        this.catalog = Mount.mount(device, headroom, progress, damaged::add);
        this.pages = new FragmentPages(device, catalog, stalls);
        this.reads = new PageReads(device, catalog, stalls);
        this.commits = new GroupCommit(() -> stalls.during(this::sync), syncs);
        OpenPuts puts = new OpenPuts();
        this.writer = new FragmentWriter(catalog, pages, reads, manifests, commits, puts, damaged, faults);
        this.names = new FragmentNames(manifests, catalog, commits, puts, faults);
    }

    /**
     * Stores a fragment. {@code content} is no longer needed when the call returns; the fragment is durable when the
     * result completes. Putting a fragment again succeeds, so a put whose answer was lost may be repeated: the stored
     * fragment is then read and compared byte by byte, and replaced if it is damaged.
     *
     * <p>Errors, thrown or through the result: {@code INVALID_REQUEST} if the content is not as described, or if
     * another one is stored under that id and may not be replaced; {@code DEVICE_FULL}, and then nothing of it stays.
     *
     * @param contentCrc32c of the content, if it was already computed of these very bytes
     * @param manifest to keep beside it, as durable as the fragment once the result completes; null for none
     * @param hint for the device
     * @param replaces whether another content that is stored under that id gives way to this one
     * @param stillWanted called before anything is written, when the put's turn has come; what it throws is the put's
     *     outcome
     */
    public CompletableFuture<Void> put(
            Fragment fragment,
            MemorySegment content,
            OptionalInt contentCrc32c,
            @Nullable StoredManifest manifest,
            WriteHint hint,
            boolean replaces,
            Runnable stillWanted) {
        return writer.put(fragment, content, contentCrc32c, manifest, hint, replaces, stillWanted);
    }

    /** The other one without a manifest, whatever happens meanwhile. */
    public CompletableFuture<Void> put(Fragment fragment, MemorySegment content, WriteHint hint) {
        return put(fragment, content, OptionalInt.empty(), null, hint, false, () -> {});
    }

    /**
     * Keeps the manifest of a write that has fragments here; durable when this completes.
     *
     * <p>Errors, thrown or through the result: {@code FRAGMENT_NOT_FOUND} if there are none.
     */
    public CompletableFuture<Void> putManifest(StoredManifest manifest) {
        return names.put(manifest);
    }

    /** The manifests of the writes that have fragments here, as {@link Manifests#list} gives them. */
    public ManifestListing listManifests(long after, int limit) {
        return names.list(after, limit);
    }

    /** The code of the fragments of a write; null if there are none. */
    public @Nullable RedundancyScheme schemeOf(WriteId write) {
        Fragment first = catalog.firstOf(write);
        return first == null ? null : first.scheme();
    }

    /** Frees the room of the manifests of deleted writes; to be called now and then, on a thread that may wait. */
    public void tidyManifests() {
        names.tidy();
    }

    public long manifestBytes() {
        return manifests.bytes();
    }

    /** The description of a fragment; {@code FRAGMENT_NOT_FOUND} if it is not here. */
    public Fragment find(FragmentId id) {
        Entry entry = catalog.find(id);
        if (entry == null) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "fragment " + id + " is not here");
        }
        return entry.fragment();
    }

    /**
     * Fills {@code into} with the fragment's bytes from {@code offset} on. The device checks each page; a read of the
     * whole fragment is checked against its own CRC too.
     *
     * <p>Errors: {@code INVALID_REQUEST} for a range that is not within the fragment; {@code CORRUPT_FRAGMENT};
     * {@code FRAGMENT_NOT_FOUND} if it is deleted meanwhile. {@code into} is undefined then.
     */
    public void read(Fragment fragment, int offset, MemorySegment into) {
        fragment.requireRange(offset, into.byteSize());
        try {
            readChecked(fragment, offset, into);
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.CORRUPT_FRAGMENT && damaged.add(fragment.id())) {
                LOG.warn("fragment {} is damaged: {}", fragment.id(), e.getMessage());
            }
            throw e;
        }
    }

    /**
     * Where the whole fragment lies in the device's file, unread and unchecked: for receivers alone that compare the
     * bytes with {@link Fragment#crc32c}, and that may read every fragment of the device ({@link FlashDevice#locate}).
     * Empty if it lies in none, or not all of it is in memory.
     *
     * <p>Errors: {@code FRAGMENT_NOT_FOUND} if it is deleted meanwhile.
     */
    public List<FileRange> locate(Fragment fragment) {
        try {
            return reads.locate(fragment);
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
    }

    private void readChecked(Fragment fragment, int offset, MemorySegment into) {
        try {
            reads.read(fragment, offset, into);
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
        fragment.requireIntact(into);
    }

    /**
     * Deletes the durable fragments of these writes and trims their pages. Returns how many there were, once the trims
     * are durable. That includes trims of an earlier deletion that gave up waiting.
     */
    public int deleteWrites(Collection<WriteId> writeIds) {
        if (!writeIds.isEmpty()) {
            faults.requireWritable();
        }
        int deleted;
        try {
            deleted = pages.delete(writeIds);
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
        damaged.removeWrites(writeIds);
        if (!writeIds.isEmpty()) {
            commits.await();
        }
        return deleted;
    }

    /**
     * Durable fragments in the order of their ids.
     *
     * @param olderThanMillis only of writes begun before this instant
     * @param futureMillis and of those dated after this one; {@link Long#MAX_VALUE}: none
     * @param after where to resume; null: from the first
     * @param limit at least 1
     */
    public FragmentListing list(long olderThanMillis, long futureMillis, @Nullable FragmentId after, int limit) {
        Require.that(limit > 0, "limit", limit, "at least 1");
        return catalog.list(olderThanMillis, futureMillis, after, limit);
    }

    /** As the other one, only of writes begun before this instant. */
    public FragmentListing list(long olderThanMillis, @Nullable FragmentId after, int limit) {
        return list(olderThanMillis, Long.MAX_VALUE, after, limit);
    }

    /** Fragments that a mount found incomplete or a read damaged, and that were neither replaced nor deleted since. */
    public List<FragmentId> damaged() {
        return damaged.all();
    }

    public StoreUsage usage() {
        return catalog.usage();
    }

    public WearStatistics wear() {
        return device.statistics();
    }

    public SmartReport smart() {
        return device.smart();
    }

    public LatencyReport latency() {
        return device.latency();
    }

    public FlashGeometry geometry() {
        return device.geometry();
    }

    /** The approximate number of calls that wait for their turn with the device. */
    public int waiting() {
        return pages.waiting();
    }

    public boolean isBusy() {
        return pages.waiting() > 0 || reads.reading() > 0;
    }

    /** False once a write or a sync of the device has failed, or many reads have; only reopening it helps. */
    public boolean isWritable() {
        return faults.allowWrites();
    }

    /**
     * Why the device takes no writes; empty if it takes them. It is worn out, or not {@linkplain #isWritable writable},
     * or it hangs: that alone may pass.
     */
    public Optional<String> readOnly() {
        return faults.readOnly();
    }

    /** How long the device has been at its oldest operation that has not ended; zero while it is at none. */
    public Duration stall() {
        return stalls.longest();
    }

    private void sync() {
        try {
            CompletableFuture<Void> kept = manifests.forced();
            device.sync();
            kept.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? faults.translate(cause) : e;
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
    }

    /**
     * Syncs and closes the device. Puts that are not yet durable become so, unless the disk fails, which is a line of
     * the log; no new ones may start.
     */
    @Override
    public void close() {
        try {
            manifests.close();
        } catch (UncheckedIOException e) {
            var _ = faults.translate(e);
        } finally {
            // Only this process knows which fragments are damaged: a scan finds those that are not whole again.
            close(damaged.all().isEmpty() ? catalog::writeTo : OwnerState.NONE);
        }
    }

    private void close(OwnerState state) {
        try {
            device.close(state);
        } catch (DeviceFailedException e) {
            // The next mount finds out what the device has kept.
            var _ = faults.translate(e);
        }
    }
}
