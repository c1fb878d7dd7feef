package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.core.ServerId;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Latency;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.WriteMode;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {
    private static final ServerId ID = new ServerId("flash-1");

    @Test
    void defaults_areTheDocumentedOnes() {
        ServerConfig config = ServerConfig.local(ID, Medium.MEMORY, null, 1 << 20);
        assertThat(config.latency()).isEqualTo(Latency.ACCOUNTED);
        assertThat(config.writeMode()).isEqualTo(WriteMode.SINGLE);
        assertThat(config.headroom()).isEqualTo(0.02);
        assertThat(config.enduranceErases()).isEqualTo(3_000);
        assertThat(config.maxErases()).as("blocks never wear out").isZero();
        assertThat(config.maxQueuedRequests()).isEqualTo(512);
    }

    @Test
    void image_isGivenForAnImageAndForNothingElse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerConfig.local(ID, Medium.IMAGE, null, 1 << 20))
                .withMessage("server.image: 'null' given, expected a file for medium IMAGE");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerConfig.local(ID, Medium.MEMORY, Path.of("flash.img"), 1 << 20))
                .withMessage("server.image: 'flash.img' given, expected none for medium MEMORY");
    }

    @Test
    void devices_areDistinctServersOnDistinctImages() {
        ServerConfig config = ServerConfig.local(ID, Medium.IMAGE, Path.of("a.img"), 1 << 20);
        Device other = new Device(new ServerId("flash-2"), Path.of("a.img"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withDevices(List.of()))
                .withMessage("server.devices: '0' given, expected at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withDevices(List.of(other, new Device(other.server(), Path.of("b.img")))))
                .withMessage("server.devices: '[flash-2, flash-2]' given, expected a different one for each device");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withDevices(List.of(config.devices().get(0), other)))
                .withMessage("server.image: '[a.img, a.img]' given, expected a different one for each device");
    }

    private static FlashDevice open(ServerConfig config) {
        return new DeviceOpening(config, config.devices().get(0), MountProgress.NONE).open();
    }

    @ParameterizedTest
    @EnumSource(
            value = Medium.class,
            names = {"MEMORY", "TIMING_ONLY"})
    void device_hasAtLeastTheCapacityAskedFor(Medium medium) {
        try (FlashDevice device = open(ServerConfig.local(ID, medium, null, 20_000_001))) {
            assertThat(device.geometry().capacityBytes()).isBetween(20_000_001L, 20_600_000L);
        }
    }

    /** So that a setting for new servers, such as a larger capacity, stops no existing one. */
    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 90_000_001, 20_000_001})
    void image_isOpenedWithTheCapacityOfItsCreation_whateverIsSetSince(long setSince, @TempDir Path directory) {
        Path image = directory.resolve("flash.img");
        UUID id;
        long capacity;
        try (FlashDevice device = open(ServerConfig.local(ID, Medium.IMAGE, image, 20_000_001))) {
            id = device.deviceId();
            capacity = device.geometry().capacityBytes();
        }
        try (FlashDevice device = open(ServerConfig.local(ID, Medium.IMAGE, image, setSince))) {
            assertThat(device.geometry().capacityBytes()).isEqualTo(capacity);
            assertThat(device.deviceId()).isEqualTo(id);
        }
    }

    @Test
    void badNumbers_areRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerConfig.local(ID, Medium.MEMORY, null, 0))
                .withMessageStartingWith("server.capacity-bytes");
    }
}
