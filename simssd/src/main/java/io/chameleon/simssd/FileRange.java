package io.chameleon.simssd;

import java.nio.channels.FileChannel;

/**
 * Bytes of a device in its image file.
 *
 * @param file open for reading as long as the device is; belongs to the device
 */
public record FileRange(FileChannel file, long position, int length) {
    /** Whether the next range begins where this one ends. */
    public boolean isBefore(FileRange next) {
        return file.equals(next.file) && position + length == next.position;
    }

    /** The same, {@code more} bytes longer. */
    public FileRange longer(int more) {
        return new FileRange(file, position, length + more);
    }
}
