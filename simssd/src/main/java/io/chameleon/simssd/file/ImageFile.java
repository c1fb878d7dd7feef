package io.chameleon.simssd.file;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.ImageException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The file behind an image, locked against every other opener for as long as it is open.
 *
 * <p>Threads: any. After a failed write or force all further ones are refused: what reached the disk is unknown. So are
 * they once a force finds that the file has lost its name: nothing of it would be there after the process.
 *
 * <p>Sectors that the medium has lost fail {@link #read}. {@link #salvage} is for what has checksums.
 */
public final class ImageFile implements SlotFile, AutoCloseable {
    private final Path path;
    private final AsynchronousFileChannel file;
    private final FileChannel readable;
    private final Medium medium;
    private final SalvagingReader salvaging;
    private final Arena mapping = Arena.ofShared();
    /** All of the file; only asked what of it is in memory, since reading a damaged medium so would end the process. */
    private @Nullable MemorySegment mapped;

    private volatile @Nullable IOException failure;
    /** Null until the file has its own. */
    private volatile @Nullable FileName name;

    private ImageFile(Path path, AsynchronousFileChannel file, FileChannel readable, Medium medium) {
        this.path = path;
        this.file = file;
        this.readable = readable;
        this.medium = medium;
        salvaging = new SalvagingReader(medium);
    }

    /** Fills a new file before it gets its name. */
    @FunctionalInterface
    public interface Initialiser {
        void accept(ImageFile file);
    }

    /**
     * Opens the image, or creates it: under a temporary name, forced to disk, then renamed, so that a crash leaves a
     * complete image or none. The lock travels with the file through the rename, so two creators cannot both succeed.
     *
     * @throws ImageException if another opener has it, or as {@link #requirePlain}
     */
    public static ImageFile open(Path path, Initialiser whenNew) {
        return open(path, whenNew, UnaryOperator.identity());
    }

    /**
     * As {@link #open(Path, Initialiser)}.
     *
     * @param medium what is between the image and its disk
     */
    public static ImageFile open(Path path, Initialiser whenNew, UnaryOperator<Medium> medium) {
        requirePlain(path);
        try {
            ImageFile image = Files.exists(path) ? lock(path, path, medium) : create(path, whenNew, medium);
            image.name = FileName.of(path);
            return image;
        } catch (NoSuchFileException e) {
            throw new DeviceFailedException(
                    "cannot open image " + path, new IOException("its directory does not exist", e));
        } catch (IOException e) {
            throw new DeviceFailedException("cannot open image " + path, e);
        }
    }

    /**
     * @throws ImageException for a pipe, whose opening might never end, and for a link to nothing: a new image in the
     *     place of one to a disk that is not mounted would hide what is on it
     */
    public static void requirePlain(Path path) {
        if (Files.isSymbolicLink(path) && !Files.exists(path)) {
            throw new ImageException(
                    path + ": a link to " + target(path) + ", which is not there; is its disk mounted?");
        }
        if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
            throw new ImageException(path + ": not a flash image (a pipe or a device)");
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            throw new DeviceFailedException("cannot open image " + link, e);
        }
    }

    private static ImageFile create(Path path, Initialiser whenNew, UnaryOperator<Medium> medium) throws IOException {
        Path unfinished = path.resolveSibling(path.getFileName() + ".new");
        ImageFile image = lock(unfinished, path, medium);
        try {
            if (Files.exists(path)) {
                throw inUse(path);
            }
            image.file.truncate(0);
            whenNew.accept(image);
            image.file.force(true);
            moveIntoPlace(unfinished, path);
            forceDirectory(path);
            return image;
        } catch (IOException | RuntimeException e) {
            image.close();
            throw e;
        }
    }

    private static ImageFile lock(Path name, Path image, UnaryOperator<Medium> medium) throws IOException {
        AsynchronousFileChannel file = AsynchronousFileChannel.open(
                name,
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                new Disk.CallersThread(),
                FilePermissions.of(name));
        try {
            if (file.tryLock() == null) {
                throw inUse(image);
            }
            FileChannel readable = FileChannel.open(name, StandardOpenOption.READ);
            return new ImageFile(image, file, readable, medium.apply(new Disk(file)));
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
    public static void forceDirectory(Path path) throws IOException {
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

    /** The file for others to send from, open as long as this is. It is not read here. */
    public FileChannel readable() {
        return readable;
    }

    /** Whether the operating system has these bytes in memory, so that to send them does not wait for the medium. */
    public synchronized boolean isCached(long offset, long length) {
        try {
            MemorySegment all = mapped;
            if (all == null || all.byteSize() < offset + length) {
                all = readable.map(FileChannel.MapMode.READ_ONLY, 0, readable.size(), mapping);
                mapped = all;
            }
            return all.asSlice(offset, length).isLoaded();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + path, e);
        }
    }

    public Path path() {
        return path;
    }

    public long length() {
        try {
            return file.size();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + path, e);
        }
    }

    /** Makes the file at least that long; unwritten bytes read as zeros and take no space. */
    public void extend(long bytes) {
        if (length() < bytes) {
            write(bytes - 1, new byte[1], 1);
        }
    }

    /** Fills the first {@code length} bytes of {@code into}. */
    public void read(long offset, byte[] into, int length) {
        read(offset, ByteBuffer.wrap(into, 0, length));
    }

    /** Fills {@code into}, which is native and open to all threads, or on the heap. */
    public void read(long offset, MemorySegment into) {
        read(offset, into.asByteBuffer());
    }

    private void read(long offset, ByteBuffer into) {
        int start = into.position();
        while (into.hasRemaining()) {
            try {
                if (medium.read(into, offset + into.position() - start) < 0) {
                    throw new ImageException(path + ": image is truncated: nothing to read at byte " + offset);
                }
            } catch (IOException e) {
                throw new DeviceFailedException("cannot read image " + path, e);
            }
        }
    }

    /** As {@link #read(long, byte[], int)}, but what the medium has lost becomes {@link SalvagingReader#LOST} bytes. */
    @Override
    public void salvage(long offset, byte[] into, int length) {
        salvage(offset, ByteBuffer.wrap(into, 0, length));
    }

    /** As {@link #read(long, MemorySegment)}, but what is lost becomes {@link SalvagingReader#LOST} bytes. */
    public void salvage(long offset, MemorySegment into) {
        salvage(offset, into.asByteBuffer());
    }

    private void salvage(long offset, ByteBuffer into) {
        try {
            salvaging.read(into, offset);
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + path, e);
        }
        if (into.hasRemaining()) {
            throw new ImageException(path + ": image is truncated: nothing to read at byte " + offset);
        }
    }

    /** Sectors that could not be read so far. */
    public int lostSectors() {
        return salvaging.lostSectors();
    }

    /** Writes the first {@code length} bytes of {@code from}. */
    public void write(long offset, byte[] from, int length) {
        write(offset, ByteBuffer.wrap(from, 0, length));
    }

    /** Writes all of {@code from}, which is native and open to all threads, or on the heap. */
    public void write(long offset, MemorySegment from) {
        write(offset, from.asByteBuffer());
    }

    private void write(long offset, ByteBuffer from) {
        refuseAfterFailure();
        try {
            writeAll(offset, from);
        } catch (IOException e) {
            throw failed("cannot write image", e);
        }
    }

    private void writeAll(long offset, ByteBuffer from) throws IOException {
        int start = from.position();
        while (from.hasRemaining()) {
            int unused = medium.write(from, offset + from.position() - start);
        }
    }

    /**
     * As {@link #write(long, byte[], int)}, for parts of sectors whose content has checksums. The operating system
     * reads the rest of a sector first. If the medium has lost it, the sector is written whole, with
     * {@link SalvagingReader#LOST} bytes for the rest: that gives it a sound place on most media.
     */
    @Override
    public void writePart(long offset, byte[] from, int length) {
        writePart(offset, ByteBuffer.wrap(from, 0, length));
    }

    /** As {@link #writePart(long, byte[], int)}. */
    public void writePart(long offset, MemorySegment from) {
        writePart(offset, from.asByteBuffer());
    }

    private void writePart(long offset, ByteBuffer from) {
        refuseAfterFailure();
        try {
            writeAll(offset, from.duplicate());
        } catch (IOException e) {
            writeWholeSectors(offset, from, e);
        }
    }

    private void writeWholeSectors(long offset, ByteBuffer from, IOException cause) {
        int before = (int) (offset % SalvagingReader.SECTOR_BYTES);
        int bytes =
                Math.ceilDiv(before + from.remaining(), SalvagingReader.SECTOR_BYTES) * SalvagingReader.SECTOR_BYTES;
        ByteBuffer sectors = ByteBuffer.allocate((int) Math.min(bytes, length() - offset + before));
        try {
            if (salvaging.read(sectors, offset - before) == 0) {
                throw cause;
            }
            writeAll(
                    offset - before,
                    sectors.put(before, from, 0, from.remaining()).flip());
        } catch (IOException e) {
            throw failed("cannot write image", e);
        }
    }

    /** Returns when earlier writes are durable, with the metadata needed to find them. */
    @Override
    public void force() {
        refuseAfterFailure();
        try {
            file.force(false);
        } catch (IOException e) {
            throw failed("cannot sync image", e);
        }
        requireName();
    }

    private void requireName() {
        FileName own = name;
        if (own == null) {
            return;
        }
        try {
            own.require();
        } catch (IOException e) {
            failure = e;
            throw new DeviceFailedException(
                    "image has lost its name, and what it holds ends with this process: drain the server first", e);
        }
    }

    @Override
    public void close() {
        try (mapping;
                readable) {
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
