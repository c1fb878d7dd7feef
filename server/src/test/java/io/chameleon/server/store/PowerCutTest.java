package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.core.testing.Seed;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PowerCutTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int WRITES = 300;

    @TempDir
    Path directory;

    /** A power cut leaves the image as some sync left it, at worst the last one before an acknowledgement. */
    @Test
    void imageAsTheLastSyncLeftIt_hasEveryAcknowledgedFragment() {
        SplittableRandom random = new SplittableRandom(SEED.value());
        Path image = directory.resolve("flash.img");
        Path afterTheCut = directory.resolve("cut.img");
        TestDevice device = new TestDevice(FlashDevices.open(image, TestDevice.SMALL));
        device.afterSync = () -> copy(image, afterTheCut);
        FragmentStore store = new FragmentStore(device, 0.02, Runnable::run);
        Map<Long, Bytes> kept = new HashMap<>();
        for (long write = 1; write <= WRITES; write++) {
            Bytes bytes = Bytes.of(Bytes.id(write), 1 + random.nextInt(10 * 4096));
            store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
            kept.put(write, bytes);
            if (kept.size() > 100) {
                long gone = new ArrayList<>(kept.keySet()).get(random.nextInt(kept.size()));
                store.deleteWrites(List.of(Bytes.write(gone)));
                kept.remove(gone);
            }
            if (write % 60 == 0) {
                check(afterTheCut, kept);
            }
        }
        assertThat(store.wear().totalErases())
                .as("the device collected garbage")
                .isPositive();
    }

    private static void check(Path image, Map<Long, Bytes> kept) {
        try (FragmentStore store = new FragmentStore(FlashDevices.open(image, TestDevice.SMALL), 0.02, Runnable::run)) {
            assertThat(store.usage().fragments())
                    .as("none deleted before the cut is back")
                    .isEqualTo(kept.size());
            for (Bytes bytes : kept.values()) {
                byte[] into = new byte[bytes.content().length];
                store.read(store.find(bytes.id()), 0, MemorySegment.ofArray(into));
                assertThat(into).as("fragment %s", bytes.id()).isEqualTo(bytes.content());
            }
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
