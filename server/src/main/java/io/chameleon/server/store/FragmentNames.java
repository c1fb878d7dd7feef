package io.chameleon.server.store;

import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.manifest.ManifestListing;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.StoredManifest;
import java.util.concurrent.CompletableFuture;

/** The manifests of the writes that have fragments here. */
final class FragmentNames {
    private final Manifests manifests;
    private final Catalog catalog;
    private final GroupCommit commits;
    private final OpenPuts puts;
    private final DeviceFaults faults;

    FragmentNames(Manifests manifests, Catalog catalog, GroupCommit commits, OpenPuts puts, DeviceFaults faults) {
        this.manifests = manifests;
        this.catalog = catalog;
        this.commits = commits;
        this.puts = puts;
        this.faults = faults;
    }

    /** As {@link FragmentStore#putManifest}. */
    CompletableFuture<Void> put(StoredManifest manifest) {
        faults.requireWritable();
        if (!holds(manifest.writeId())) {
            throw new ChameleonError(
                    ErrorCode.FRAGMENT_NOT_FOUND, "no fragment of write " + manifest.writeId() + " is here");
        }
        try {
            manifests.add(manifest);
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
        return commits.durable();
    }

    ManifestListing list(long after, int limit) {
        try {
            return manifests.list(after, limit, this::holds);
        } catch (RuntimeException e) {
            throw faults.translate(e);
        }
    }

    void tidy() {
        manifests.tidy(this::holds);
    }

    /** Puts under way count, and are asked first: a put enters the catalog before it ends. */
    private boolean holds(WriteId write) {
        return puts.anyOf(write) || catalog.firstOf(write) != null;
    }
}
