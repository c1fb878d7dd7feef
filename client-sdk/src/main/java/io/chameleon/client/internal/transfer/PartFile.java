package io.chameleon.client.internal.transfer;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;

/**
 * A file that replaces another once it is complete, as if that had been written. A link is followed, an existing file
 * keeps its mode, a new one gets that of the process (its umask).
 *
 * @param path the file being written
 * @param target the path it takes; no link
 */
record PartFile(Path path, Path target) {
    /** As many links as a kernel follows. */
    private static final int MOST_LINKS = 40;

    /**
     * Creates it, empty, in the directory of the target, so that it can take its name.
     *
     * @throws IOException also if a device, a pipe or a directory has that name, which a file would replace
     */
    static PartFile beside(Path wanted) throws IOException {
        Path target = followed(wanted.toAbsolutePath());
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new FileSystemException(target.toString(), null, "expected a regular file, or none");
        }
        Path path = Files.createFile(target.resolveSibling(".chameleon-" + UUID.randomUUID() + ".part"));
        PartFile part = new PartFile(path, target);
        try {
            part.takeMode();
        } catch (IOException e) {
            part.delete();
            throw e;
        }
        return part;
    }

    private static Path followed(Path link) throws IOException {
        Path target = link;
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new IOException("more than " + MOST_LINKS + " symbolic links");
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    /** Before there is anything in it to read. */
    private void takeMode() throws IOException {
        PosixFileAttributeView mode = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (mode != null && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            mode.setPermissions(Files.getPosixFilePermissions(target));
        }
    }

    void replaceTarget() throws IOException {
        Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes the file unless it has become the target. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
    }
}
