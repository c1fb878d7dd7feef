package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.envm.EnvmDevice;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;

/** The storage of one server: its device, the store on it, and what watches over both. */
record Storage(FlashDevice device, FragmentStore store, FlashMonitor monitor, Scrubber scrubber) {
    private static final Duration TIDYING = Duration.ofSeconds(20);

    /**
     * Opens the device and mounts the store.
     *
     * @param parts receives what is to be closed
     * @throws RuntimeException in one line if the device cannot be opened
     */
    static Storage open(
            Parts parts,
            ServerConfig config,
            ServerConfig.Device device,
            MeterRegistry metrics,
            InstantSource clock,
            MountProgress progress) {
        ServerId id = device.server();
        DeviceOpening opening = new DeviceOpening(config, device, progress);
        FlashDevice flash = parts.opened(opening.open());
        if (flash instanceof EnvmDevice cache) {
            EnvmMetrics _ = parts.opened(new EnvmMetrics(metrics, id, cache));
            IdleWriteback _ = parts.opened(new IdleWriteback(cache, id));
        }
        // A put that needs a sync runs it on its own thread, for itself and those that arrive meanwhile.
        FragmentStore store = parts.opened(new FragmentStore(
                flash, opening.openManifests(), config.headroom(), Runnable::run, progress, System::nanoTime));
        FlashMonitor monitor = new FlashMonitor(id, store, config.enduranceErases());
        FlashMetrics _ = parts.opened(new FlashMetrics(metrics, id, monitor, store));
        Scrubber scrubber = new Scrubber(store, config.scrubBytesPerSecond(), clock);
        ScrubMetrics _ = parts.opened(new ScrubMetrics(metrics, id, scrubber, store));
        if (config.scrubBytesPerSecond() > 0) {
            parts.turns("scrub-" + id, Scrubber.TURN, scrubber::turn);
        }
        parts.turns("manifests-" + id, TIDYING, store::tidyManifests);
        return new Storage(flash, store, monitor, scrubber);
    }
}
