package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A flash image changed behind the server's back. The input is a list of changes to a good image: offset, length,
 * bytes. The first byte says whether the checksums of the out-of-band areas are corrected afterwards, so that their
 * content is trusted.
 */
public final class ImageFuzz {
    private static final int PAGE_BYTES = 512;
    private static final int PAGES_PER_BLOCK = 4;
    private static final int BLOCKS = 24;
    private static final FlashConfig CONFIG =
            FlashConfig.of(new FlashGeometry(PAGE_BYTES, PAGES_PER_BLOCK, BLOCKS, 0.4));
    /** Header, two counter slots and the erase table, each of 4,096 bytes; docs/reference/simssd-image.md. */
    private static final int OOB_AREAS = 4 * 4096;

    private static final int OOB_BYTES = 64;
    private static final Path FILE = temporaryFile();
    private static final byte[] GOOD = goodImage();

    private ImageFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        byte[] image = changed(GOOD.clone(), ByteBuffer.wrap(data, 1, data.length - 1));
        if ((data[0] & 1) != 0) {
            putChecksumsRight(image);
        }
        Files.write(FILE, image);
        try (FlashDevice device = FlashDevices.open(FILE, CONFIG);
                FragmentStore store = new FragmentStore(device, 0.02, Runnable::run)) {
            readAll(device);
            requireSane(store.list(0, null, 100).fragments(), store);
        } catch (ImageException | IllegalStateException refused) {
            Refusal.requireOneLine(refused);
        }
    }

    private static void requireSane(List<Fragment> fragments, FragmentStore store) {
        for (Fragment fragment : fragments) {
            if (!store.find(fragment.id()).equals(fragment)) {
                throw new AssertionError(fragment + " listed and not found");
            }
        }
    }

    private static void readAll(FlashDevice device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment page = arena.allocate(PAGE_BYTES);
            for (long logical = 0; logical < device.geometry().logicalPages(); logical++) {
                if (device.isMapped(logical)) {
                    try {
                        device.read(logical, page);
                    } catch (CorruptPageException damaged) {
                        // The purpose of the target.
                    }
                }
            }
        }
    }

    private static byte[] changed(byte[] image, ByteBuffer changes) {
        while (changes.remaining() > 4) {
            int offset = Math.floorMod(changes.getInt(), image.length);
            int length = Math.min(Math.min(changes.get() & 0xFF, changes.remaining()), image.length - offset);
            changes.get(image, offset, length);
        }
        return image;
    }

    private static void putChecksumsRight(byte[] image) {
        ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        int pages = PAGES_PER_BLOCK * BLOCKS;
        int data = (OOB_AREAS + pages * OOB_BYTES + 4095) / 4096 * 4096;
        for (int page = 0; page < pages; page++) {
            int area = OOB_AREAS + page * OOB_BYTES;
            if (bytes.getLong(area + 16) != 0) {
                bytes.putInt(area + 4, crc(image, data + page * PAGE_BYTES, PAGE_BYTES));
                bytes.putInt(area, crc(image, area + 4, OOB_BYTES - 4));
            }
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** Fragments of several pages, of one, overwritten and deleted. */
    private static byte[] goodImage() {
        try {
            Files.delete(FILE);
            try (FlashDevice device = FlashDevices.open(FILE, CONFIG);
                    FragmentStore store = new FragmentStore(device, 0.02, Runnable::run)) {
                for (int write = 1; write <= 10; write++) {
                    byte[] content = new byte[write * 200];
                    Fragment fragment = new Fragment(
                            new FragmentId(new WriteId(write, write), 0, write % 6),
                            content.length,
                            crc(content, 0, content.length),
                            RedundancyScheme.EC_4_2,
                            content.length * 4);
                    store.put(fragment, MemorySegment.ofArray(content), WriteHint.UNKNOWN)
                            .join();
                }
                store.deleteWrites(List.of(new WriteId(3, 3), new WriteId(7, 7)));
            }
            return Files.readAllBytes(FILE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path temporaryFile() {
        try {
            Path memory = Path.of("/dev/shm");
            Path file = Files.isWritable(memory)
                    ? Files.createTempFile(memory, "fuzz", ".img")
                    : Files.createTempFile("fuzz", ".img");
            file.toFile().deleteOnExit();
            Path.of(file + ".checkpoint").toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
