package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A device is distinguished from a blank one that took its place, and from one of another cluster. */
class DeviceIdentityTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.2, WriteMode.SINGLE);
    private static final UUID CLUSTER = new UUID(11, 12);
    private static final UUID OTHER = new UUID(13, 14);

    /** Where {@code ImageIdentity} has them. */
    private static final long DEVICE_AT = 1024;

    private static final long CLUSTER_AT = 2048;
    private static final long CLUSTER_AGAIN_AT = 3072;

    @TempDir
    Path directory;

    @Test
    void image_keepsItsDeviceIdAndCluster_whereverItIsPut() throws IOException {
        UUID device;
        try (FlashDevice first = open("a.img")) {
            device = first.deviceId();
            assertThat(device.version()).isEqualTo(4);
            assertThat(device.variant()).isEqualTo(2);
            assertThat(first.clusterId()).isNull();
            first.join(CLUSTER);
            assertThat(first.clusterId()).isEqualTo(CLUSTER);
        }
        Files.move(directory.resolve("a.img"), directory.resolve("b.img"));
        try (FlashDevice again = open("b.img")) {
            assertThat(again.deviceId()).isEqualTo(device);
            assertThat(again.clusterId()).isEqualTo(CLUSTER);
        }
        try (FlashDevice blank = open("a.img")) {
            assertThat(blank.deviceId()).as("a blank device in its place").isNotEqualTo(device);
            assertThat(blank.clusterId()).isNull();
        }
    }

    @Test
    void newDevices_haveIdsOfTheirOwn() {
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            try (FlashDevice memory = FlashDevices.inMemory(CONFIG);
                    FlashDevice timing = FlashDevices.timingOnly(CONFIG);
                    FlashDevice image = open(i + ".img")) {
                ids.add(memory.deviceId());
                ids.add(timing.deviceId());
                ids.add(image.deviceId());
            }
        }
        assertThat(ids).hasSize(9);
    }

    @Test
    void deviceId_comesFromTheGivenChance() {
        FlashDeviceBuilder one = FlashDevices.builder(CONFIG).ids(new SplittableRandom(5));
        FlashDeviceBuilder same = FlashDevices.builder(CONFIG).ids(new SplittableRandom(5));
        try (FlashDevice image = one.open(directory.resolve("a.img"));
                FlashDevice memory = same.inMemory()) {
            assertThat(image.deviceId()).isEqualTo(memory.deviceId());
        }
    }

    static Stream<FlashDevice> devicesInMemory() {
        PowerCutFlash flash = new PowerCutFlash(CONFIG, new SplittableRandom(1));
        return Stream.of(FlashDevices.inMemory(CONFIG), FlashDevices.timingOnly(CONFIG), flash.open(Pacer.virtual()));
    }

    @ParameterizedTest
    @MethodSource("devicesInMemory")
    void join_ofAnotherCluster_isRefusedInOneLine(FlashDevice device) {
        device.join(CLUSTER);
        device.join(CLUSTER);
        assertThatThrownBy(() -> device.join(OTHER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "device " + device.deviceId() + " belongs to cluster " + CLUSTER + " and cannot join " + OTHER);
        assertThat(device.clusterId()).isEqualTo(CLUSTER);
        device.close();
        assertThatThrownBy(() -> device.join(CLUSTER)).hasMessage("flash device is closed");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void join_thatReturned_survivesAPowerCut_andOneCutShortIsWholeOrNothing(int operations) {
        PowerCutFlash flash = new PowerCutFlash(CONFIG, new SplittableRandom(1));
        FlashDevice device = flash.open(Pacer.virtual());
        flash.cutAfter(operations, () -> {});
        boolean returned = false;
        try {
            device.join(CLUSTER);
            returned = true;
        } catch (PowerLossException _) {
            // as requested
        }
        FlashDevice next = flash.afterCut(new SplittableRandom(2)).open(Pacer.virtual());
        assertThat(returned).isEqualTo(operations == 2);
        assertThat(next.deviceId()).isEqualTo(device.deviceId());
        assertThat(next.clusterId()).isEqualTo(operations == 0 ? null : CLUSTER);
    }

    /** The first block was torn before the second was begun: the join never returned. */
    @Test
    void stampCutShort_damagesNothing_andCanBeRepeated() {
        open("a.img").close();
        TestImages.flipByte(directory.resolve("a.img"), CLUSTER_AT + 3);
        try (FlashDevice device = open("a.img")) {
            assertThat(device.clusterId()).isNull();
            device.join(CLUSTER);
        }
        try (FlashDevice device = open("a.img")) {
            assertThat(device.clusterId()).isEqualTo(CLUSTER);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {CLUSTER_AT, CLUSTER_AGAIN_AT})
    void clusterId_damagedOnce_isReadFromItsCopy_andWrittenAgain(long at) {
        joined("a.img");
        TestImages.flipByte(directory.resolve("a.img"), at + 5);
        joined("a.img");
        TestImages.flipByte(directory.resolve("a.img"), CLUSTER_AT + CLUSTER_AGAIN_AT - at);
        joined("a.img");
    }

    @Test
    void identity_damagedBeyondDoubt_isRefused() {
        joined("a.img");
        TestImages.flipByte(directory.resolve("a.img"), CLUSTER_AT);
        TestImages.flipByte(directory.resolve("a.img"), CLUSTER_AGAIN_AT);
        assertThatThrownBy(() -> open("a.img"))
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith("a.img: cluster id is damaged (checksum does not match)");
        joined("b.img");
        TestImages.flipByte(directory.resolve("b.img"), DEVICE_AT + 15);
        assertThatThrownBy(() -> open("b.img"))
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith("b.img: device id is damaged (checksum does not match)");
    }

    private FlashDevice open(String name) {
        return FlashDevices.open(directory.resolve(name), CONFIG);
    }

    private void joined(String name) {
        try (FlashDevice device = open(name)) {
            device.join(CLUSTER);
            assertThat(device.clusterId()).isEqualTo(CLUSTER);
        }
    }
}
