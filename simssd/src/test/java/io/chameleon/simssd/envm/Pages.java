package io.chameleon.simssd.envm;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Page contents that identify their write. */
final class Pages {
    private Pages() {}

    static byte[] content(long page, long version, int bytes) {
        return TestPages.content(page, version, bytes);
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
        return TestPages.readVersion(device, page);
    }

    static long version(long page, byte[] content) {
        return TestPages.version(page, content);
    }
}
