package io.chameleon.simssd.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.DeviceFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFileTest {
    private static final byte[] BYTES = {1, 2, 3, 4};

    @TempDir
    Path directory;

    @Test
    void deletedImage_isReadAsBefore_andAcknowledgesNothingMore() throws IOException {
        Path path = directory.resolve("flash.img");
        try (ImageFile image = written(path)) {
            Files.delete(path);

            image.write(0, BYTES, BYTES.length);
            assertThatThrownBy(image::force)
                    .isInstanceOf(DeviceFailedException.class)
                    .hasMessage(
                            "image has lost its name, and what it holds ends with this process: drain the server first: "
                                    + path + ": it was deleted or moved while it was open");
            assertThatThrownBy(() -> image.write(0, BYTES, BYTES.length)).isInstanceOf(DeviceFailedException.class);
            byte[] read = new byte[BYTES.length];
            image.read(0, read, read.length);
            assertThat(read).isEqualTo(BYTES);
        }
    }

    @Test
    void imageReplacedByItsCopy_acknowledgesNothingMore() throws IOException {
        Path path = directory.resolve("flash.img");
        try (ImageFile image = written(path)) {
            Path copy = directory.resolve("copy");
            Files.copy(path, copy);
            Files.move(copy, path, StandardCopyOption.REPLACE_EXISTING);

            assertThatThrownBy(image::force)
                    .isInstanceOf(DeviceFailedException.class)
                    .hasMessageContaining("it was replaced by another file while it was open");
        }
    }

    @Test
    void imageThatIsReopened_orInADirectoryThatWasRenamedAndIsALinkNow_acknowledges() throws IOException {
        Path path = directory.resolve("volume/flash.img");
        Files.createDirectory(directory.resolve("volume"));
        written(path).close();
        try (ImageFile image = written(path)) {
            Files.move(directory.resolve("volume"), directory.resolve("disk"));
            Files.createSymbolicLink(directory.resolve("volume"), directory.resolve("disk"));

            image.write(0, BYTES, BYTES.length);
            assertThatCode(image::force).doesNotThrowAnyException();
        }
    }

    private static ImageFile written(Path path) {
        ImageFile image = ImageFile.open(path, ImageFile::force);
        image.write(0, BYTES, BYTES.length);
        image.force();
        return image;
    }
}
