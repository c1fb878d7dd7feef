package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.server.store.OpenPuts.Put;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Puts fragments: each once at a time, acknowledged once it is durable. */
final class FragmentWriter {
    private final Catalog catalog;
    private final FragmentPages pages;
    private final PageReads reads;
    private final Manifests manifests;
    private final GroupCommit commits;
    private final OpenPuts puts;
    private final DamagedFragments damaged;
    private final DeviceFaults faults;

    FragmentWriter(
            Catalog catalog,
            FragmentPages pages,
            PageReads reads,
            Manifests manifests,
            GroupCommit commits,
            OpenPuts puts,
            DamagedFragments damaged,
            DeviceFaults faults) {
        this.catalog = catalog;
        this.pages = pages;
        this.reads = reads;
        this.manifests = manifests;
        this.commits = commits;
        this.puts = puts;
        this.damaged = damaged;
        this.faults = faults;
    }

    /** As {@link FragmentStore#put}. */
    CompletableFuture<Void> put(
            Fragment fragment,
            MemorySegment content,
            OptionalInt contentCrc32c,
            @Nullable StoredManifest manifest,
            WriteHint hint,
            boolean replaces,
            Runnable stillWanted) {
        OfferedFragment offered = new OfferedFragment(fragment, content, replaces);
        offered.requireAsDescribed(contentCrc32c);
        faults.requireWritable();
        Put put = Put.of(fragment);
        Put earlier = puts.open(put);
        if (earlier != null) {
            offered.requireSame(earlier.fragment());
            return earlier.done();
        }
        try {
            Entry stored = catalog.find(fragment.id());
            if (stored != null && offered.isStoredAs(stored.fragment(), damaged.contains(fragment.id()), reads::read)) {
                settleStored(put, manifest);
            } else {
                if (stored != null) {
                    remove(fragment.id());
                }
                Entry written = pages.write(fragment, content, hint, stillWanted);
                keep(manifest);
                acknowledgeOnceDurable(put, written);
            }
        } catch (RuntimeException e) {
            puts.settle(put, faults.translate(e));
        } catch (Error e) {
            puts.settle(put, e);
        }
        return put.done();
    }

    private void keep(@Nullable StoredManifest manifest) {
        if (manifest != null) {
            manifests.add(manifest);
        }
    }

    private void settleStored(Put put, @Nullable StoredManifest manifest) {
        if (manifest == null) {
            puts.settle(put, null);
        } else {
            manifests.add(manifest);
            CompletableFuture<Void> _ = commits.durable().handle((_, failure) -> {
                puts.settle(put, failure);
                return null;
            });
        }
    }

    /**
     * Removes it durably, before its successor is written: otherwise a power cut could leave pages of both, which look
     * like one fragment.
     */
    private void remove(FragmentId id) {
        pages.delete(id);
        commits.await();
    }

    private void acknowledgeOnceDurable(Put put, Entry written) {
        CompletableFuture<Void> _ = commits.durable().handle((_, failure) -> {
            if (failure == null) {
                catalog.add(written);
                damaged.remove(written.fragment().id());
            }
            puts.settle(put, failure);
            return null;
        });
    }
}
