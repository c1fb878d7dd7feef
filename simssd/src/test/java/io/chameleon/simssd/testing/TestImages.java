package io.chameleon.simssd.testing;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** Damages image files on purpose. */
public final class TestImages {
    private TestImages() {}

    public static void flipByte(Path image, long offset) {
        edit(image, file -> {
            file.seek(offset);
            int old = file.read();
            file.seek(offset);
            file.write(old ^ 0xFF);
        });
    }

    /** So that the next open scans the image. */
    public static void forgetCheckpoint(Path image) {
        try {
            Files.delete(image.resolveSibling(image.getFileName() + ".checkpoint"));
        } catch (IOException e) {
            throw new AssertionError("no checkpoint of " + image, e);
        }
    }

    public static void truncate(Path image, long bytes) {
        edit(image, file -> file.setLength(bytes));
    }

    public static void edit(Path image, Edit edit) {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            edit.on(file);
        } catch (IOException e) {
            throw new AssertionError("cannot edit " + image, e);
        }
    }

    @FunctionalInterface
    public interface Edit {
        void on(RandomAccessFile file) throws IOException;
    }
}
