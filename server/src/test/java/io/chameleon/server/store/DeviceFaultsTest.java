package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.DeviceFullException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class DeviceFaultsTest {
    private final DeviceFaults faults = new DeviceFaults();

    private void assertTold(ErrorCode code, RuntimeException e) {
        assertThat(faults.translate(e))
                .isInstanceOfSatisfying(
                        ChameleonError.class, told -> assertThat(told.code()).isEqualTo(code))
                .hasCause(e);
    }

    @Test
    void faults_ofOneRequest_leaveTheStoreWritable() {
        assertTold(ErrorCode.DEVICE_FULL, new DeviceFullException(1));
        assertTold(ErrorCode.CORRUPT_FRAGMENT, new CorruptPageException(1));
        assertThat(faults.allowWrites()).isTrue();
        assertThat(faults.isReadOnly()).isFalse();
        faults.requireWritable();
    }

    @Test
    void failedDevice_takesNoMoreWrites() {
        assertTold(ErrorCode.UNAVAILABLE, new DeviceFailedException("sync", new IOException("gone")));
        assertThat(faults.allowWrites()).isFalse();
        assertThat(faults.isReadOnly()).isTrue();
        assertThatThrownBy(faults::requireWritable)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void manifests_thatCannotBeKept_endAllWriting() {
        assertTold(ErrorCode.UNAVAILABLE, new UncheckedIOException(new IOException("no space left")));
        assertThat(faults.allowWrites()).isFalse();
    }

    @Test
    void errors_ofOthers_stayAsTheyAre() {
        IllegalStateException closed = new IllegalStateException("closed");
        assertThat(faults.translate(closed)).isSameAs(closed);
        assertThat(faults.allowWrites()).isTrue();
    }
}
