package io.chameleon.lab.simulation.role;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/** Fragments of a client that died before its commit, until the device is full. Reconciliation removes them. */
final class Ballast {
    private static final int BYTES = 4096;

    private Ballast() {}

    static void fill(FragmentStore store, WriteId orphan) {
        put(store, orphan, Integer.MAX_VALUE);
    }

    /** Puts this many, or as many as there is room for. */
    static void put(FragmentStore store, WriteId orphan, int fragments) {
        byte[] content = new byte[BYTES];
        CRC32C crc = new CRC32C();
        crc.update(content);
        try {
            for (int segment = 0; segment < fragments; segment++) {
                Fragment fragment = new Fragment(
                        new FragmentId(orphan, segment, 0), BYTES, (int) crc.getValue(), RedundancyScheme.REP_3, BYTES);
                CompletableFuture<Void> done = store.put(fragment, MemorySegment.ofArray(content), WriteHint.UNKNOWN);
                if (done.isCompletedExceptionally()) {
                    return;
                }
            }
        } catch (ChameleonError full) {
            // As intended.
        }
    }
}
