package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceNamesTest {
    private static final ServerId ID = new ServerId("flash-0");

    @Test
    void processWithoutNames_isOneServer_onAFileOfItsOwnName() {
        assertThat(DeviceNames.devices(ID, "", Medium.IMAGE, ""))
                .containsExactly(new Device(ID, Path.of("flash-0.img")));
        assertThat(DeviceNames.devices(ID, " ", Medium.IMAGE, "/data/flash.img"))
                .containsExactly(new Device(ID, Path.of("/data/flash.img")));
    }

    @Test
    void names_makeAServerEach_whoseFileHasTheNameInItsPlace() {
        assertThat(DeviceNames.devices(ID, "0, nvme-1", Medium.IMAGE, "/data/{device}/flash.img"))
                .containsExactly(
                        new Device(new ServerId("flash-0-0"), Path.of("/data/0/flash.img")),
                        new Device(new ServerId("flash-0-nvme-1"), Path.of("/data/nvme-1/flash.img")));
        assertThat(DeviceNames.devices(ID, "a", Medium.IMAGE, ""))
                .containsExactly(new Device(new ServerId("flash-0-a"), Path.of("flash-0-a.img")));
    }

    @Test
    void deviceInMemory_hasNoFile() {
        assertThat(DeviceNames.devices(ID, "0,1", Medium.MEMORY, ""))
                .extracting(Device::image)
                .containsOnlyNulls();
    }

    /** Two devices on one file would destroy each other. */
    @Test
    void fileWithoutAPlaceForTheNames_isRefused() {
        assertThatThrownBy(() -> DeviceNames.devices(ID, "0,1", Medium.IMAGE, "/data/flash.img"))
                .hasMessageContaining("server.image: '/data/flash.img' given, expected {device}");
        assertThatThrownBy(() -> DeviceNames.devices(ID, "", Medium.IMAGE, "/data/{device}.img"))
                .hasMessageContaining("without server.devices");
    }

    /** A name becomes part of a path and of a server's id. */
    @ParameterizedTest
    @ValueSource(strings = {"0,", ",", "A", "a_b", "-a", "a-", "..", "a/b", "0,1,../etc"})
    void nameThatIsNoPartOfAnId_isRefused(String names) {
        assertThatThrownBy(() -> DeviceNames.devices(ID, names, Medium.IMAGE, "{device}.img"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("server.devices: '");
    }
}
