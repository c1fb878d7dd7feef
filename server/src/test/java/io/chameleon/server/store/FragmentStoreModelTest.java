package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.testing.Seed;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.FlashDevices;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The store against a map, under random puts, reads, deletes and remounts. */
class FragmentStoreModelTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int PAGE = 4096;

    @TempDir
    Path directory;

    @Test
    void storeInMemory_underRandomWork_isAMap() {
        FlashDevice device = TestDevice.small();
        run(4_000, () -> device);
    }

    @Test
    void storeInAFile_underRandomWork_isAMap() {
        run(1_500, () -> FlashDevices.open(directory.resolve("flash.img"), TestDevice.SMALL));
    }

    private static void run(int steps, Supplier<FlashDevice> devices) {
        new Run(SEED.value(), devices).steps(steps);
    }

    private static final class Run {
        private final SplittableRandom random;
        private final Supplier<FlashDevice> devices;
        private final Map<FragmentId, Bytes> model = new HashMap<>();
        private FragmentStore store;

        Run(long seed, Supplier<FlashDevice> devices) {
            this.random = new SplittableRandom(seed);
            this.devices = devices;
            this.store = mount();
        }

        private FragmentStore mount() {
            return new FragmentStore(devices.get(), 0.02, Runnable::run);
        }

        void steps(int count) {
            for (int i = 0; i < count; i++) {
                switch (random.nextInt(100)) {
                    case 0 -> remount();
                    case 1, 2 -> checkListing();
                    default -> step();
                }
            }
            remount();
        }

        private void step() {
            FragmentId id = new FragmentId(Bytes.write(random.nextInt(60)), random.nextInt(3), random.nextInt(2));
            int kind = random.nextInt(10);
            if (kind < 5) {
                put(id);
            } else if (kind < 8) {
                read(id);
            } else {
                delete(id);
            }
        }

        private void put(FragmentId id) {
            Bytes bytes = Bytes.of(id, 1 + Math.floorMod(id.hashCode(), 20 * PAGE));
            StoreUsage before = store.usage();
            try {
                store.put(
                                bytes.fragment(),
                                bytes.segment(),
                                WriteHint.values()[random.nextInt(WriteHint.values().length)])
                        .join();
                model.put(id, bytes);
            } catch (CompletionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                ChameleonError.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.DEVICE_FULL));
                assertThat(before.usedPages() + bytes.fragment().pages(PAGE)).isGreaterThan(870 - 18);
                assertThat(store.usage()).isEqualTo(before);
            }
        }

        private void read(FragmentId id) {
            Bytes expected = model.get(id);
            if (expected == null) {
                try {
                    throw new AssertionError(store.find(id).id() + " is back");
                } catch (ChameleonError e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.FRAGMENT_NOT_FOUND);
                }
                return;
            }
            int offset = random.nextInt(expected.content().length);
            int length = 1 + random.nextInt(expected.content().length - offset);
            assertThat(read(store.find(id), offset, length))
                    .isEqualTo(Arrays.copyOfRange(expected.content(), offset, offset + length));
        }

        private byte[] read(Fragment fragment, int offset, int length) {
            byte[] into = new byte[length];
            store.read(fragment, offset, MemorySegment.ofArray(into));
            return into;
        }

        private void delete(FragmentId id) {
            Set<FragmentId> ofWrite = new HashSet<>(model.keySet());
            ofWrite.removeIf(other -> !other.writeId().equals(id.writeId()));
            int gone = store.deleteWrites(List.of(id.writeId()));
            assertThat(gone).isEqualTo(ofWrite.size());
            model.keySet().removeAll(ofWrite);
        }

        private void remount() {
            store.close();
            store = mount();
            checkListing();
            for (Bytes bytes : model.values()) {
                assertThat(read(store.find(bytes.id()), 0, bytes.content().length))
                        .isEqualTo(bytes.content());
            }
        }

        private void checkListing() {
            List<FragmentId> listed = new ArrayList<>();
            FragmentListing listing = store.list(Long.MAX_VALUE, null, 7);
            listing.fragments().forEach(fragment -> listed.add(fragment.id()));
            while (listing.more()) {
                listing = store.list(Long.MAX_VALUE, listed.getLast(), 7);
                listing.fragments().forEach(fragment -> listed.add(fragment.id()));
            }
            assertThat(listed).containsExactlyInAnyOrderElementsOf(model.keySet());
            int pages = store.list(Long.MAX_VALUE, null, 10_000).fragments().stream()
                    .mapToInt(fragment -> fragment.pages(PAGE))
                    .sum();
            assertThat(store.usage().usedPages()).isEqualTo(pages);
        }
    }
}
