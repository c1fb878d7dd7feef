package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store leaves at a clean stop saves the next one its scan, and says the same as the scan. */
class CleanStopTest {
    @TempDir
    Path directory;

    private final TreeSet<String> phases = new TreeSet<>();

    private FragmentStore open(String image) {
        phases.clear();
        FlashDevice device = FlashDevices.builder(TestDevice.SMALL)
                .progress((phase, done, total) -> phases.add(phase))
                .open(directory.resolve(image));
        return new FragmentStore(
                device, FragmentStore.DEFAULT_HEADROOM, Runnable::run, (phase, done, total) -> phases.add(phase));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void store_afterACleanStop_isThatOfAScan(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Bytes> here = new ArrayList<>();
        int next = 1;
        for (int life = 0; life < 4; life++) {
            try (FragmentStore store = open("flash.img")) {
                assertThat(phases).doesNotContain("scan", "fragments");
                for (int i = 0; i < 60; i++) {
                    Bytes bytes = Bytes.of(Bytes.id(next++), 1 + random.nextInt(9 * 4096));
                    if (store.usage().capacityPages() - store.usage().usedPages() > 40) {
                        store.put(bytes.fragment(), MemorySegment.ofArray(bytes.content()), WriteHint.UNKNOWN)
                                .join();
                        here.add(bytes);
                    }
                    if (here.size() > 100 || random.nextInt(3) == 0) {
                        Bytes gone = here.remove(random.nextInt(here.size()));
                        store.deleteWrites(List.of(gone.id().writeId()));
                    }
                }
            }
        }
        Files.copy(directory.resolve("flash.img"), directory.resolve("copy.img"), StandardCopyOption.REPLACE_EXISTING);
        try (FragmentStore resumed = open("flash.img")) {
            assertThat(phases).doesNotContain("scan", "fragments");
            try (FragmentStore scanned = open("copy.img")) {
                assertThat(phases).contains("scan", "fragments");
                assertThat(resumed.usage()).isEqualTo(scanned.usage());
                assertThat(resumed.list(Long.MAX_VALUE, null, 1_000))
                        .isEqualTo(scanned.list(Long.MAX_VALUE, null, 1_000));
                assertThat(here).allSatisfy(bytes -> {
                    assertThat(read(resumed, bytes)).isEqualTo(bytes.content());
                    assertThat(read(scanned, bytes)).isEqualTo(bytes.content());
                });
            }
        }
    }

    @Test
    void stateLeft_ofDamagedBytes_isNotBelieved() throws IOException {
        Bytes bytes = Bytes.of(Bytes.id(1), 9_000);
        FlashDevice device = FlashDevices.open(directory.resolve("flash.img"), TestDevice.SMALL);
        FragmentStore store = new FragmentStore(device, FragmentStore.DEFAULT_HEADROOM, Runnable::run);
        store.put(bytes.fragment(), MemorySegment.ofArray(bytes.content()), WriteHint.UNKNOWN)
                .join();
        device.close(out -> out.write(new byte[] {0, 0, 0, 1, 2, 3, 4}));
        try (FragmentStore next = open("flash.img")) {
            assertThat(phases).doesNotContain("scan").contains("fragments");
            assertThat(read(next, bytes)).isEqualTo(bytes.content());
        }
    }

    /** It only spares the scan of pages that this program reads. */
    @Test
    void stateLeft_byALaterRelease_isNotRead_andThePagesAreScanned() throws IOException {
        Bytes bytes = Bytes.of(Bytes.id(1), 9_000);
        FlashDevice device = FlashDevices.open(directory.resolve("flash.img"), TestDevice.SMALL);
        FragmentStore store = new FragmentStore(device, FragmentStore.DEFAULT_HEADROOM, Runnable::run);
        store.put(bytes.fragment(), MemorySegment.ofArray(bytes.content()), WriteHint.UNKNOWN)
                .join();
        device.close(out -> out.write(new byte[] {0, 0, 0, 2}));
        try (FragmentStore next = open("flash.img")) {
            assertThat(phases).contains("fragments");
            assertThat(read(next, bytes)).isEqualTo(bytes.content());
            assertThat(next.damaged()).isEmpty();
        }
    }

    private static byte[] read(FragmentStore store, Bytes bytes) {
        byte[] into = new byte[bytes.content().length];
        store.read(store.find(bytes.id()), 0, MemorySegment.ofArray(into));
        return into;
    }
}
