package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the device kept for a version of fragments:
 * {@code GoldenFragments src/test/resources/golden/fragments/NAME false}. Run it once, by the build that brings the
 * version; later builds read what earlier ones wrote. All fragments of a write lie on the one device.
 */
final class GoldenFragments {
    static final FlashConfig CONFIG = FlashConfig.of(new FlashGeometry(4096, 8, 32, 0.5));
    static final String IMAGE = "flash.img";
    static final String CHECKPOINT = IMAGE + ".checkpoint";

    /** A write of one segment. */
    record Write(long number, RedundancyScheme scheme, int segmentBytes) {
        FragmentId id(int index) {
            return new FragmentId(new WriteId(number << 16, number), 0, index);
        }

        /** The fragment, where fragments of this segment have {@code bytes} bytes. */
        byte[] content(int index, int bytes) {
            byte[] fragment = new byte[bytes];
            int parity = index - scheme.dataFragments();
            for (int at = 0; at < bytes; at++) {
                fragment[at] = parity < 0 || scheme.dataFragments() == 1
                        ? data(scheme.dataFragments() == 1 ? 0 : index, at, bytes)
                        : parity(parity, at, bytes);
            }
            return fragment;
        }

        private byte data(int shard, int at, int bytes) {
            int offset = shard * bytes + at;
            return offset < segmentBytes ? (byte) (offset % 251 + number) : 0;
        }

        private byte parity(int row, int at, int bytes) {
            int sum = 0;
            for (int shard = 0; shard < scheme.dataFragments(); shard++) {
                sum ^= product(PARITY_ROWS[row][shard], data(shard, at, bytes) & 0xFF);
            }
            return (byte) sum;
        }
    }

    static final Write REPLICATED = new Write(1, RedundancyScheme.REP_3, 5_000);
    /** Two pages: even shards are shorter than a page, and the last two data shards of a page each are padding. */
    static final Write SHORT = new Write(2, RedundancyScheme.EC_4_2, 8_192);

    static final Write LONG = new Write(3, RedundancyScheme.EC_4_2, 40_000);
    static final List<Write> ALL = List.of(REPLICATED, SHORT, LONG);

    /** Those of 4+2 of the matrix that has number 0. */
    private static final int[][] PARITY_ROWS = {{0x1B, 0x1C, 0x12, 0x14}, {0x1C, 0x1B, 0x14, 0x12}};

    private static final int POLYNOMIAL = 0x11D;

    private GoldenFragments() {}

    private static int product(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product <<= 1;
            product ^= (product & 0x100) != 0 ? POLYNOMIAL : 0;
            product ^= (a >> bit & 1) != 0 ? b : 0;
        }
        return product;
    }

    public static void main(String[] args) throws IOException {
        boolean storesPadding = Boolean.parseBoolean(args[1]);
        Path directory = Files.createTempDirectory("golden");
        Path image = directory.resolve(IMAGE);
        try (FragmentStore store = new FragmentStore(FlashDevices.open(image, CONFIG), 0, Runnable::run)) {
            for (Write write : ALL) {
                for (int index = 0; index < write.scheme.width(); index++) {
                    int bytes = write.scheme.fragmentBytes(write.segmentBytes);
                    boolean padding = index < write.scheme.dataFragments() && index * bytes >= write.segmentBytes;
                    if (storesPadding || !padding) {
                        put(store, write, index, write.content(index, bytes));
                    }
                }
            }
        }
        pack(image, Path.of(args[0], IMAGE + ".gz"));
        Path checkpoint = directory.resolve(CHECKPOINT);
        if (Files.exists(checkpoint)) {
            pack(checkpoint, Path.of(args[0], CHECKPOINT + ".gz"));
        }
        Files.delete(directory);
    }

    private static void put(FragmentStore store, Write write, int index, byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        Fragment fragment =
                new Fragment(write.id(index), content.length, (int) crc.getValue(), write.scheme, write.segmentBytes);
        store.put(fragment, MemorySegment.ofArray(content), WriteHint.UNKNOWN).join();
    }

    private static void pack(Path file, Path into) throws IOException {
        Files.createDirectories(into.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(into))) {
            Files.copy(file, out);
        }
        Files.delete(file);
    }
}
