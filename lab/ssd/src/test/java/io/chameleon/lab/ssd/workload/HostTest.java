package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostTest {
    private final SimulatedFlashDevice device =
            FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofLogicalBlocks(64, 85, 0.15)));
    private final List<Integer> drawn = new ArrayList<>();
    private final List<Long> told = new ArrayList<>();
    private final Host host = new Host(device, (_, count) -> drawn.add(count), told::add);

    @AfterEach
    void close() {
        device.close();
    }

    private long told() {
        return told.stream().mapToLong(Long::longValue).sum();
    }

    /** A page that was never written takes no room, and write amplification would be that of a smaller device. */
    @Test
    void fill_writesEveryLogicalPageOnce() {
        long pages = device.geometry().logicalPages();
        host.fill();
        assertThat(device.hostPageWrites()).isEqualTo(pages);
        assertThat(device.nandPageWrites()).isEqualTo(pages);
        assertThat(LongStream.range(0, pages).filter(page -> !device.isMapped(page)))
                .isEmpty();
        assertThat(told()).isEqualTo(pages);
        assertThat(drawn).as("drawn from the workload").isEmpty();
    }

    @Test
    void write_drawsExactlyWhatWasAskedFor_inBatches() {
        host.write(10_000);
        assertThat(drawn).containsExactly(4_096, 4_096, 1_808);
        assertThat(device.hostPageWrites()).isEqualTo(10_000);
        assertThat(told()).isEqualTo(10_000);
    }

    @Test
    void write_inSmallBatches_neverDrawsMore() {
        host.write(40, 16);
        assertThat(drawn).containsExactly(16, 16, 8);
        assertThat(device.hostPageWrites()).isEqualTo(40);
    }

    @Test
    void write_ofNothing_drawsNothing() {
        host.write(0);
        assertThat(drawn).isEmpty();
        assertThat(device.hostPageWrites()).isZero();
    }

    @Test
    void pages_areThoseOfTheWorkload_inItsOrder() {
        int[] next = {0};
        new Host(
                        device,
                        (pages, count) -> {
                            for (int i = 0; i < count; i++) {
                                pages[i] = 3 * next[0]++;
                            }
                        },
                        told::add)
                .write(5);
        assertThat(LongStream.range(0, 20).filter(device::isMapped)).containsExactly(0L, 3L, 6L, 9L, 12L);
    }
}
