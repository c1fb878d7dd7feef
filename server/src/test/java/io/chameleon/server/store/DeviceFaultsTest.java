package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.DeviceFullException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeviceFaultsTest {
    private final AtomicLong ticker = new AtomicLong();
    private final Stalls stalls = new Stalls(ticker::get);
    private final DeviceFaults faults = new DeviceFaults(stalls);

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
        assertThat(faults.readOnly()).isEmpty();
        faults.requireWritable();
    }

    @Test
    void failedDevice_takesNoMoreWrites() {
        assertTold(ErrorCode.UNAVAILABLE, new DeviceFailedException("sync", new IOException("gone")));
        assertThat(faults.allowWrites()).isFalse();
        assertThat(faults.readOnly()).hasValue("its device has failed");
        assertThatThrownBy(faults::requireWritable)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void deviceThatHangs_takesNoWritesUntilItGoesOn() {
        stalls.during(() -> {
            ticker.addAndGet(TimeUnit.SECONDS.toNanos(6));
            stalls.during(() -> ticker.addAndGet(TimeUnit.SECONDS.toNanos(3)));
            assertThat(faults.readOnly()).isEmpty();
            faults.requireWritable();
            ticker.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(faults.readOnly()).hasValue("its device has been at one operation for 11 s");
            assertThatThrownBy(faults::requireWritable)
                    .isInstanceOfSatisfying(
                            ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                    .hasMessage("the flash device has been at one operation for 11 s");
            assertThat(faults.allowWrites()).as("it need not be opened again").isTrue();
        });
        assertThat(faults.readOnly()).isEmpty();
        faults.requireWritable();
    }

    @Test
    void failure_isOneLineOfTheLog_howeverOftenItIsMet() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(DeviceFaults.class);
        log.addAppender(lines);
        try {
            IOException full = new IOException("No space left on device " + System.identityHashCode(this));
            assertTold(ErrorCode.UNAVAILABLE, new DeviceFailedException("cannot write image d/flash.img", full));
            assertTold(ErrorCode.UNAVAILABLE, new DeviceFailedException("image takes no more writes", full));
            assertThat(logged(lines))
                    .filteredOn(line -> line.getFormattedMessage().contains(full.getMessage()))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getFormattedMessage())
                            .contains("cannot write image d/flash.img", "until the server is started again"))
                    .satisfies(line -> assertThat(line.getThrowableProxy()).isNull());
        } finally {
            log.detachAppender(lines);
        }
    }

    /** Other tests of this JVM log here, too. */
    private static List<ILoggingEvent> logged(ListAppender<ILoggingEvent> lines) {
        synchronized (lines) {
            return lines.list.stream()
                    .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                    .toList();
        }
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
