package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.manifest.ManifestListing;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.MemoryManifests;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.DeviceFullException;
import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fragments of one flash device. Owns the device.
 *
 * <p>Shape: a fragment fills whole pages, the last one perhaps in part; each page's spare area names its owner
 * ({@link PageOwner}), so opening the store is a scan ({@link Mount}) and nothing
 * else need ever be written; a clean stop leaves the catalog with the device, and saves the scan.
 *
 * <p>Durability: a put completes after a device sync that began once its last page was written; puts that come together share
 * one. A fragment can be read, listed and deleted once it is durable. A delete is durable when it returns; one that a crash cut
 * short may have happened in part, and what is left of it is garbage, which goes at mount or by reconciliation.
 *
 * <p>Threads: safe from any. Calls may wait for the device, so never call from an event loop. Puts take turns with reads every
 * few pages.
 *
 * <p>Errors: {@link ChameleonError} as told below, {@code UNAVAILABLE} once the device has failed, and
 * {@link IllegalStateException} after close.
 */
public final class FragmentStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentStore.class);

    /** Share of the logical pages kept free by default, so that garbage collection always finds something to gain. */
    public static final double DEFAULT_HEADROOM = 0.02;

    private static final int COMPARED_BYTES = 256 << 10;

    private final FlashDevice device;
    private final Manifests manifests;
    private final Catalog catalog;
    private final FragmentPages pages;
    private final GroupCommit commits;
    private final ConcurrentMap<FragmentId, Put> underWay = new ConcurrentHashMap<>();
    private final DamagedFragments damaged = new DamagedFragments();
    private volatile boolean writable = true;

    /**
     * Mounts the device, which takes a scan of it unless the last stop was a clean one.
     *
     * @param headroom share of the logical pages to keep free, 0 to 0.5
     * @param syncs where device syncs run, which may take milliseconds each; {@code Runnable::run} for the thread that wants one
     * @throws IllegalStateException if the device holds something other than fragments
     */
    public FragmentStore(FlashDevice device, double headroom, Executor syncs) {
        this(device, headroom, syncs, MountProgress.NONE);
    }

    /** @param progress told how far the mount is */
    public FragmentStore(FlashDevice device, double headroom, Executor syncs, MountProgress progress) {
        this(device, new MemoryManifests(), headroom, syncs, progress);
    }

    /** @param manifests of the fragments on the device; closed with the store */
    public FragmentStore(
            FlashDevice device, Manifests manifests, double headroom, Executor syncs, MountProgress progress) {
        Require.that(headroom >= 0 && headroom <= 0.5, "headroom", headroom, "a share of the capacity, 0 to 0.5");
        this.device = device;
        this.manifests = manifests;
        this.catalog = Mount.mount(device, headroom, progress, damaged::add);
        this.pages = new FragmentPages(device, catalog);
        this.commits = new GroupCommit(this::sync, syncs);
    }

    /**
     * Stores a fragment. {@code content} is no longer needed when the call returns; the fragment is durable when the result
     * completes. Putting a fragment again is a success, so a put may be repeated when its answer was lost; what is stored is read then
     * and compared byte by byte, and replaced if it is damaged.
     *
     * <p>Errors, thrown or through the result: {@code INVALID_REQUEST} if the content is not as described, or another one is
     * stored under that id and may not be replaced; {@code DEVICE_FULL}, and then nothing of it stays.
     *
     * @param contentCrc32c of the content, if it was computed of these very bytes already
     * @param manifest to keep beside it, as durable as the fragment once the result completes; null for none
     * @param stream the device's placement hint
     * @param replaces whether another content that is stored under that id gives way to this one
     * @param stillWanted called before anything is written, when the put's turn has come; what it throws is the put's outcome
     */
    public CompletableFuture<Void> put(
            Fragment fragment,
            MemorySegment content,
            OptionalInt contentCrc32c,
            @Nullable StoredManifest manifest,
            int stream,
            boolean replaces,
            Runnable stillWanted) {
        requireAsDescribed(fragment, content, contentCrc32c);
        requireWritable();
        Put put = new Put(fragment, new CompletableFuture<>());
        Put earlier = underWay.putIfAbsent(fragment.id(), put);
        if (earlier != null) {
            requireSame(earlier.fragment, fragment);
            return earlier.done;
        }
        try {
            Entry stored = catalog.find(fragment.id());
            if (stored != null && isStored(stored.fragment(), fragment, content, replaces)) {
                settleStored(put, manifest);
            } else {
                if (stored != null) {
                    remove(fragment.id());
                }
                Entry written = pages.write(fragment, content, stream, stillWanted);
                keep(manifest);
                acknowledgeOnceDurable(put, written);
            }
        } catch (RuntimeException e) {
            settle(put, translate(e));
        } catch (Error e) {
            settle(put, e);
        }
        return put.done;
    }

    /** The other one without a manifest, whatever happens meanwhile. */
    public CompletableFuture<Void> put(Fragment fragment, MemorySegment content, int stream) {
        return put(fragment, content, OptionalInt.empty(), null, stream, false, () -> {});
    }

    private void keep(@Nullable StoredManifest manifest) {
        if (manifest != null) {
            manifests.add(manifest);
        }
    }

    private void settleStored(Put put, @Nullable StoredManifest manifest) {
        if (manifest == null) {
            settle(put, null);
        } else {
            manifests.add(manifest);
            CompletableFuture<Void> _ = commits.durable().handle((_, failure) -> {
                settle(put, failure);
                return null;
            });
        }
    }

    /**
     * Keeps the manifest of a write of which there are fragments; durable when this completes.
     *
     * <p>Errors, thrown or through the result: {@code FRAGMENT_NOT_FOUND} if there are none.
     */
    public CompletableFuture<Void> putManifest(StoredManifest manifest) {
        requireWritable();
        if (!holds(manifest.writeId())) {
            throw new ChameleonError(
                    ErrorCode.FRAGMENT_NOT_FOUND, "no fragment of write " + manifest.writeId() + " is here");
        }
        try {
            manifests.add(manifest);
        } catch (RuntimeException e) {
            throw translate(e);
        }
        return commits.durable();
    }

    /** The manifests of the writes of which there are fragments, as {@link Manifests#list} gives them. */
    public ManifestListing listManifests(long after, int limit) {
        try {
            return manifests.list(after, limit, this::holds);
        } catch (RuntimeException e) {
            throw translate(e);
        }
    }

    /** The code of the fragments of a write; null if there are none. */
    public @Nullable RedundancyScheme schemeOf(WriteId write) {
        Fragment first = catalog.firstOf(write);
        return first == null ? null : first.scheme();
    }

    /** Gives back the room of the manifests of deleted writes; to be called now and then, on a thread that may wait. */
    public void tidyManifests() {
        manifests.tidy(this::holds);
    }

    public long manifestBytes() {
        return manifests.bytes();
    }

    /** Puts under way count, and are asked first: a put enters the catalog before it ends. */
    private boolean holds(WriteId write) {
        return underWay.keySet().stream().anyMatch(id -> id.writeId().equals(write)) || catalog.firstOf(write) != null;
    }

    /** Whether these very bytes are stored; false if they are to be replaced. */
    private boolean isStored(Fragment stored, Fragment offered, MemorySegment content, boolean replaces) {
        if (replaces && !stored.equals(offered)) {
            return false;
        }
        requireSame(stored, offered);
        if (damaged.contains(offered.id())) {
            return false;
        }
        try {
            boolean same = holds(stored, content);
            if (!same && !replaces) {
                throw otherContent(offered.id());
            }
            return same;
        } catch (CorruptPageException | UnmappedPageException e) {
            return false;
        }
    }

    private boolean holds(Fragment stored, MemorySegment content) {
        byte[] piece = new byte[(int) Math.min(COMPARED_BYTES, content.byteSize())];
        for (long at = 0; at < content.byteSize(); at += piece.length) {
            long bytes = Math.min(piece.length, content.byteSize() - at);
            MemorySegment into = MemorySegment.ofArray(piece).asSlice(0, bytes);
            pages.read(stored, (int) at, into);
            if (content.asSlice(at, bytes).mismatch(into) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Durably, before its successor is written: else a power cut could leave pages of both, which look like one fragment. */
    private void remove(FragmentId id) {
        pages.delete(id);
        awaitDurable();
    }

    private void acknowledgeOnceDurable(Put put, Entry written) {
        CompletableFuture<Void> _ = commits.durable().handle((_, failure) -> {
            if (failure == null) {
                catalog.add(written);
                damaged.remove(written.fragment().id());
            }
            settle(put, failure);
            return null;
        });
    }

    private void settle(Put put, @Nullable Throwable failure) {
        underWay.remove(put.fragment.id(), put);
        if (failure == null) {
            put.done.complete(null);
        } else {
            put.done.completeExceptionally(failure);
        }
    }

    /** What is known of a fragment; {@code FRAGMENT_NOT_FOUND} if it is not here. */
    public Fragment find(FragmentId id) {
        Entry entry = catalog.find(id);
        if (entry == null) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "fragment " + id + " is not here");
        }
        return entry.fragment();
    }

    /**
     * Fills {@code into} with the fragment's bytes from {@code offset} on. The device checks each page; a read of the whole
     * fragment is checked against its own CRC too.
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

    private void readChecked(Fragment fragment, int offset, MemorySegment into) {
        try {
            pages.read(fragment, offset, into);
        } catch (RuntimeException e) {
            throw translate(e);
        }
        if (into.byteSize() == fragment.length() && crc32c(into) != fragment.crc32c()) {
            throw new ChameleonError(
                    ErrorCode.CORRUPT_FRAGMENT, "fragment " + fragment.id() + ": its pages do not match its checksum");
        }
    }

    /**
     * Deletes the durable fragments of these writes, trims their pages and returns how many there were, once the trims are durable: those
     * of an earlier deletion, too, which may have given up waiting for that.
     */
    public int deleteWrites(Collection<WriteId> writeIds) {
        int deleted;
        try {
            deleted = pages.delete(writeIds);
        } catch (RuntimeException e) {
            throw translate(e);
        }
        damaged.removeWrites(writeIds);
        if (!writeIds.isEmpty()) {
            awaitDurable();
        }
        return deleted;
    }

    private void awaitDurable() {
        try {
            commits.durable().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /**
     * Durable fragments in the order of their ids.
     *
     * @param olderThanMillis only of writes begun before this instant
     * @param futureMillis and of those dated after this one; {@link Long#MAX_VALUE}: none
     * @param after where to go on; null: from the first
     * @param limit at least 1
     */
    public FragmentListing list(long olderThanMillis, long futureMillis, @Nullable FragmentId after, int limit) {
        Require.that(limit > 0, "limit", limit, "at least 1");
        return catalog.list(olderThanMillis, futureMillis, after, limit);
    }

    /** As the other one, of writes begun before this instant only. */
    public FragmentListing list(long olderThanMillis, @Nullable FragmentId after, int limit) {
        return list(olderThanMillis, Long.MAX_VALUE, after, limit);
    }

    /** Fragments that a mount found in part or a read damaged, and that were neither replaced nor deleted since. */
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

    /** Calls that wait for their turn with the device, about. */
    public int waiting() {
        return pages.waiting();
    }

    /** False once a write or a sync of the device has failed; only opening it again helps. */
    public boolean isWritable() {
        return writable;
    }

    private void sync() {
        try {
            CompletableFuture<Void> kept = manifests.forced();
            device.sync();
            kept.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? translate(cause) : e;
        } catch (RuntimeException e) {
            throw translate(e);
        }
    }

    /** The one place that turns the device's errors into ours. */
    private RuntimeException translate(RuntimeException e) {
        if (e instanceof UncheckedIOException) {
            writable = false;
            LOG.error("manifests cannot be kept: no more writes until the device is opened again", e);
            return new ChameleonError(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
        if (!(e instanceof FlashException flash)) {
            return e;
        }
        ErrorCode code = switch (flash) {
            case DeviceFullException _, DeviceReadOnlyException _ -> ErrorCode.DEVICE_FULL;
            case CorruptPageException _, UnmappedPageException _ -> ErrorCode.CORRUPT_FRAGMENT;
            case DeviceFailedException _, PowerLossException _ -> ErrorCode.UNAVAILABLE;
            case ImageException _ -> ErrorCode.INTERNAL;
        };
        if (code == ErrorCode.UNAVAILABLE) {
            writable = false;
            LOG.error("flash device failed: no more writes until it is opened again", flash);
        }
        return new ChameleonError(code, "flash device: " + flash.getMessage(), flash);
    }

    private void requireWritable() {
        if (!writable) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the flash device has failed and takes no more writes");
        }
    }

    private static void requireAsDescribed(Fragment fragment, MemorySegment content, OptionalInt contentCrc32c) {
        boolean complete = content.byteSize() == fragment.length();
        if (!complete || contentCrc32c.orElseGet(() -> crc32c(content)) != fragment.crc32c()) {
            String what = complete ? "a CRC-32C other than announced" : content.byteSize() + " bytes";
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "fragment " + fragment.id() + " came with " + what + ", expected " + fragment.length()
                            + " bytes as announced");
        }
    }

    private static void requireSame(Fragment stored, Fragment offered) {
        if (!stored.equals(offered)) {
            throw otherContent(stored.id());
        }
    }

    private static ChameleonError otherContent(FragmentId id) {
        return new ChameleonError(
                ErrorCode.INVALID_REQUEST, "fragment " + id + " is here with other content; a fragment never changes");
    }

    private static int crc32c(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return (int) crc.getValue();
    }

    /** Syncs and closes the device. Puts not yet durable become so; none may be started any more. */
    @Override
    public void close() {
        // Whether a fragment is damaged is known to this process alone: a scan finds those that are not here whole
        // again.
        try {
            manifests.close();
        } finally {
            device.close(damaged.all().isEmpty() ? catalog::writeTo : OwnerState.NONE);
        }
    }

    /** A put that has not been answered; a second one of the same fragment shares its fate. */
    private record Put(Fragment fragment, CompletableFuture<Void> done) {}
}
