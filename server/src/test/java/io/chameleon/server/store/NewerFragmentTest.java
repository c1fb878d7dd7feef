package io.chameleon.server.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteHint;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.FlashDevices;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A page that a later release wrote stops the mount in a line that says so; no page is trimmed, before it or behind it.
 */
class NewerFragmentTest {
    private static final int PAGE = 4096;
    private static final int VERSION_AT = 32;
    private static final int POLICY_AT = 33;

    @TempDir
    Path directory;

    private final TestDevice device = TestDevice.small();

    /** A whole fragment, a page of one that is not here whole, and a second copy of a page, which a mount trims. */
    @BeforeEach
    void write() {
        Bytes whole = Bytes.of(Bytes.id(1), 2 * PAGE);
        page(device, 10, whole, 0, 0, 0);
        page(device, 11, whole, 1, 0, 0);
        page(device, 12, whole, 1, 0, 0);
        page(device, 13, Bytes.of(Bytes.id(2), 3 * PAGE), 2, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "0,   32, 2,   fragment format 2 is newer than this program",
        "40,  32, 2,   fragment format 2 is newer than this program",
        "40,  32, 200, fragment format 200 is newer than this program",
        "40,  33, 33,  parity matrix 2 is newer than this program"
    })
    void page_stopsTheMount_andNothingIsTrimmed(long at, int offset, int value, String message) {
        page(device, at, Bytes.of(Bytes.id(3), 2 * PAGE), 0, offset, value);
        Set<Long> before = device.mapped();
        assertThatThrownBy(() -> mount(device))
                .isInstanceOf(UnreadFormatException.class)
                .hasFieldOrPropertyWithValue("code", ErrorCode.FORMAT_NOT_READ)
                .hasMessageStartingWith("logical page " + at + ": " + message)
                .hasMessageEndingWith("; the device is not mounted, and nothing was changed")
                .hasMessageNotContaining("\n");
        assertThat(device.mapped()).isEqualTo(before);
    }

    /**
     * The release that wrote it finds everything when it is started again: what the refused one closed is what it
     * opened.
     */
    @Test
    void page_isThere_afterTheRefusedMountClosedTheDevice() {
        Path image = directory.resolve("flash.img");
        Bytes newer = Bytes.of(Bytes.id(3), PAGE);
        try (FlashDevice written = FlashDevices.open(image, TestDevice.SMALL)) {
            page(written, 5, newer, 0, VERSION_AT, 2);
        }
        try (FlashDevice refused = FlashDevices.open(image, TestDevice.SMALL)) {
            assertThatThrownBy(() -> mount(refused)).isInstanceOf(UnreadFormatException.class);
        }
        try (FlashDevice again = FlashDevices.open(image, TestDevice.SMALL)) {
            byte[] content = new byte[PAGE];
            again.read(5, MemorySegment.ofArray(content));
            assertThat(content).isEqualTo(newer.content());
            again.scan((page, spare) -> assertThat(spare.get(JAVA_BYTE, VERSION_AT))
                    .as("page %d", page)
                    .isEqualTo((byte) 2));
        }
    }

    /** A page of all zeros is nobody's: no release writes version 0. */
    @Test
    void page_ofNoVersion_isNotCalledOlder() {
        page(device, 40, Bytes.of(Bytes.id(3), PAGE), 0, VERSION_AT, 0);
        assertThatThrownBy(() -> mount(device))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("logical page 40 is not a fragment's");
    }

    private static void mount(FlashDevice device) {
        FragmentStore unused = new FragmentStore(device, 0, Runnable::run);
    }

    /** @param offset of a byte of the owner to change into {@code value}; 0: none */
    private static void page(FlashDevice device, long at, Bytes bytes, int number, int offset, int value) {
        MemorySegment owner = MemorySegment.ofArray(new byte[PageOwner.BYTES]);
        new PageOwner(bytes.fragment(), number).encode(owner);
        if (offset == VERSION_AT || offset == POLICY_AT) {
            owner.set(JAVA_BYTE, offset, (byte) value);
        }
        byte[] content = new byte[PAGE];
        int from = number * PAGE;
        System.arraycopy(bytes.content(), from, content, 0, Math.min(PAGE, bytes.content().length - from));
        device.write(at, MemorySegment.ofArray(content), owner, WriteHint.UNKNOWN);
    }
}
