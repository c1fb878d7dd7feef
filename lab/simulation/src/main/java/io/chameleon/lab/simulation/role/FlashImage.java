package io.chameleon.lab.simulation.role;

import io.chameleon.core.WriteIds;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.PowerCutFlash;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The image of a flash device, apart from the server that runs on it: administrators restore backups of images, swap
 * them and mix them up with those of other clusters.
 *
 * @param held what is on it
 */
public record FlashImage(PowerCutFlash flash, List<Fragment> held) {
    private static final UUID FOREIGN_CLUSTER = UUID.fromString("0badc0de-0000-4000-8000-000000000002");
    private static final int FOREIGN_FRAGMENTS = 5;

    public FlashImage {
        held = List.copyOf(held);
    }

    /** A device on which nothing was ever written. */
    static FlashImage blank(FlashConfig config, SplittableRandom chance) {
        return new FlashImage(new PowerCutFlash(config, chance), List.of());
    }

    /** An image that belongs to another cluster, with a few fragments of that one. */
    static FlashImage foreign(FlashConfig config, SplittableRandom chance) {
        PowerCutFlash flash = new PowerCutFlash(config, chance);
        FlashDevice device = flash.open(nanos -> {});
        device.join(FOREIGN_CLUSTER);
        FragmentStore store = new FragmentStore(device, FragmentStore.DEFAULT_HEADROOM, Runnable::run);
        Ballast.put(store, new WriteIds(() -> Instant.ofEpochMilli(0), chance).next(), FOREIGN_FRAGMENTS);
        return new FlashImage(
                flash, store.list(Long.MAX_VALUE, null, Integer.MAX_VALUE).fragments());
    }

    /** Whether this can be a foreign image that nobody has changed; nothing is known of one whose server was down. */
    public boolean canBeForeignUnchanged() {
        return held.isEmpty() || held.size() == FOREIGN_FRAGMENTS;
    }
}
