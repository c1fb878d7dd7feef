package io.chameleon.simssd.nand;

import io.chameleon.simssd.file.FilePermissions;
import io.chameleon.simssd.file.ImageFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A checkpoint in a file beside the image, with the suffix {@code .checkpoint}. The lock on the image covers it. */
final class ImageCheckpoint implements CheckpointFile {
    private final Path path;
    private final Path unfinished;

    ImageCheckpoint(Path image) {
        path = image.resolveSibling(image.getFileName() + ".checkpoint");
        unfinished = image.resolveSibling(image.getFileName() + ".checkpoint.new");
    }

    @Override
    public @Nullable InputStream open() throws IOException {
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    @Override
    public OutputStream create() throws IOException {
        return Channels.newOutputStream(Files.newByteChannel(
                unfinished,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
                FilePermissions.of(unfinished)));
    }

    @Override
    public void publish() throws IOException {
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
        ImageFile.forceDirectory(path);
    }

    @Override
    public void discard() throws IOException {
        boolean had = Files.deleteIfExists(path) | Files.deleteIfExists(unfinished);
        if (had) {
            ImageFile.forceDirectory(path);
        }
    }
}
