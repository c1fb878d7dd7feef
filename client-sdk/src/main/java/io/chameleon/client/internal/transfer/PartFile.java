package io.chameleon.client.internal.transfer;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;
import java.util.UUID;

/**
 * A file that replaces another once it is complete, as if that had been written. A link is followed, an existing file
 * keeps its mode, a new one gets that of the process (its umask).
 *
 * @param path the file being written
 * @param target the path it takes; no link
 */
public record PartFile(Path path, Path target) {
    /** As many links as a kernel follows. */
    private static final int MOST_LINKS = 40;

    /**
     * Creates it, empty, in the directory of the target, so that it can take its name.
     *
     * @throws IOException also if a device, a pipe or a directory has that name, which a file would replace; if the
     *     file there may not be written, though its directory may; if no file can have that name
     */
    public static PartFile beside(Path wanted) throws IOException {
        Path target = followed(wanted.toAbsolutePath());
        requireReplaceable(target);
        PartFile part = new PartFile(createdBeside(target), target);
        try {
            part.takeMode();
        } catch (IOException e) {
            part.delete();
            throw e;
        }
        return part;
    }

    private static void requireReplaceable(Path target) throws IOException {
        try {
            if (!Files.readAttributes(target, BasicFileAttributes.class).isRegularFile()) {
                throw new FileSystemException(target.toString(), null, "expected a regular file, or none");
            }
        } catch (NoSuchFileException nothingToReplace) {
            return;
        }
        if (!Files.isWritable(target)) {
            throw new AccessDeniedException(target.toString());
        }
    }

    /** A failure names what the caller knows, not the file that it never asked for. */
    private static Path createdBeside(Path target) throws IOException {
        Path path = target.resolveSibling(".chameleon-" + UUID.randomUUID() + ".part");
        Path directory = Objects.requireNonNull(path.getParent());
        try {
            return Files.createFile(path);
        } catch (AccessDeniedException e) {
            throw new AccessDeniedException(directory.toString());
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException((Files.isDirectory(directory) ? target : directory).toString());
        } catch (FileSystemException e) {
            throw new FileSystemException(target.toString(), null, e.getReason());
        }
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

    public void replaceTarget() throws IOException {
        Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes the file unless it has become the target. */
    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }
}
