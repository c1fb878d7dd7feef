package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Page contents that identify their write. */
final class Pages {
    private Pages() {}

    static byte[] content(long page, long version, int bytes) {
        byte[] content = new byte[bytes];
        new SplittableRandom(page * 1_000_003 + version).nextBytes(content);
        MemorySegment.ofArray(content).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, version);
        return content;
    }

    static byte[] spare(long page, long version) {
        byte[] spare = new byte[FlashDevice.SPARE_BYTES];
        MemorySegment.ofArray(spare).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, page);
        MemorySegment.ofArray(spare).set(ValueLayout.JAVA_LONG_UNALIGNED, 32, version);
        return spare;
    }

    static void write(FlashDevice device, long page, long version, long requestBytes) {
        byte[] content = content(page, version, device.geometry().pageBytes());
        device.write(
                page,
                MemorySegment.ofArray(content),
                MemorySegment.ofArray(spare(page, version)),
                WriteHint.COLD,
                requestBytes);
    }

    /** Reads the page, checks every byte of it, and returns its version. */
    static long readVersion(FlashDevice device, long page) {
        byte[] content = new byte[device.geometry().pageBytes()];
        device.read(page, MemorySegment.ofArray(content));
        return version(page, content);
    }

    static long version(long page, byte[] content) {
        long version = MemorySegment.ofArray(content).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        assertThat(Arrays.equals(content, content(page, version, content.length)))
                .as("page %d is version %d, whole", page, version)
                .isTrue();
        return version;
    }
}
