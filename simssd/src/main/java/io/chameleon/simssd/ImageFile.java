package io.chameleon.simssd;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The file behind an image, locked against every other opener for as long as it is open.
 *
 * <p>Uses {@link RandomAccessFile} rather than a channel, because a channel closes for everybody when one thread is interrupted in
 * the middle of an operation, and a server's threads are. Threads: {@link #force} may run beside the rest, which is for one
 * at a time. After a failed write or force all further ones are refused: what reached the disk is unknown.
 */
public final class ImageFile implements AutoCloseable {
    private final Path path;
    private final RandomAccessFile file;
    private volatile @Nullable IOException failure;

    private ImageFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    /** Fills in a new file, before it gets its name. */
    @FunctionalInterface
    public interface Initialiser {
        void accept(ImageFile file);
    }

    /**
     * Opens the image, or creates it: under a temporary name, forced to disk, then renamed, so that a crash leaves a whole image or
     * none. The lock travels with the file through the rename, so two creators cannot both succeed.
     *
     * @throws ImageException if another opener has it
     */
    public static ImageFile open(Path path, Initialiser whenNew) {
        try {
            return Files.exists(path) ? lock(path, path) : create(path, whenNew);
        } catch (IOException e) {
            throw new DeviceFailedException("cannot open image " + path, e);
        }
    }

    private static ImageFile create(Path path, Initialiser whenNew) throws IOException {
        Path unfinished = path.resolveSibling(path.getFileName() + ".new");
        ImageFile image = lock(unfinished, path);
        try {
            if (Files.exists(path)) {
                throw inUse(path);
            }
            image.file.setLength(0);
            whenNew.accept(image);
            image.force();
            moveIntoPlace(unfinished, path);
            forceDirectory(path);
            return image;
        } catch (IOException | RuntimeException e) {
            image.close();
            throw e;
        }
    }

    private static ImageFile lock(Path name, Path image) throws IOException {
        RandomAccessFile file = new RandomAccessFile(name.toFile(), "rw");
        try {
            if (file.getChannel().tryLock() == null) {
                throw inUse(image);
            }
            return new ImageFile(image, file);
        } catch (OverlappingFileLockException e) {
            file.close();
            throw inUse(image);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static ImageException inUse(Path path) {
        return new ImageException(path + ": image is in use by another device or process");
    }

    private static void moveIntoPlace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(from, to);
        }
    }

    /** Makes the new name durable. Systems that cannot open a directory need no such step. */
    private static void forceDirectory(Path path) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null
                || !directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            throw new IOException("directory vanished: " + directory, e);
        }
    }

    public long length() {
        try {
            return file.length();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + path, e);
        }
    }

    /** Sets the length of a new file; what was never written reads as zeros and takes no room. */
    public void extend(long bytes) {
        try {
            file.setLength(bytes);
        } catch (IOException e) {
            throw failed("cannot extend image", e);
        }
    }

    public void read(long offset, byte[] into, int length) {
        try {
            file.seek(offset);
            file.readFully(into, 0, length);
        } catch (EOFException e) {
            throw new ImageException(path + ": image is truncated: nothing to read at byte " + offset);
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + path, e);
        }
    }

    public void write(long offset, byte[] from, int length) {
        refuseAfterFailure();
        try {
            file.seek(offset);
            file.write(from, 0, length);
        } catch (IOException e) {
            throw failed("cannot write image", e);
        }
    }

    public void force() {
        refuseAfterFailure();
        try {
            file.getFD().sync();
        } catch (IOException e) {
            throw failed("cannot sync image", e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot close image " + path, e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private void refuseAfterFailure() {
        IOException earlier = failure;
        if (earlier != null) {
            throw new DeviceFailedException("image " + path + " takes no more writes after a failed one", earlier);
        }
    }

    private DeviceFailedException failed(String what, IOException e) {
        failure = e;
        return new DeviceFailedException(what + " " + path, e);
    }
}
