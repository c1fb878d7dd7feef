package io.chameleon.server.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteId;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.simssd.file.SalvagingReader;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.wire.ManifestP;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManifestLogTest {
    private static final Predicate<WriteId> ALL = _ -> true;
    private static final int SMALL_FILE = 4 << 10;

    @TempDir
    Path home;

    @Test
    void manifests_areListedInPages_alsoByTheNextProcess() {
        List<StoredManifest> added = manifests(500);
        try (ManifestLog log = open()) {
            added.forEach(log::add);
            log.forced().join();

            assertThat(all(log, 7, ALL)).isEqualTo(added);
        }
        try (ManifestLog log = open()) {
            log.add(manifest(1000));

            assertThat(all(log, 100, ALL)).hasSize(501).startsWith(added.toArray(StoredManifest[]::new));
        }
    }

    @Test
    void directory_isMadeWithTheFirstManifest_notBefore() throws IOException {
        try (ManifestLog log = open()) {
            assertThat(all(log, 10, ALL)).isEmpty();
            assertThat(directory()).doesNotExist();
            log.add(manifest(1));
            assertThat(directory()).isDirectory();
            assertThat(Files.getPosixFilePermissions(directory()))
                    .as("others may not enter")
                    .doesNotContain(PosixFilePermission.OTHERS_EXECUTE);
        }
    }

    /** What a killed process had not forced may be there in part, in any order. */
    @Test
    void tornEnd_costsNothingBeforeIt_andNothingThatIsAddedLater() throws IOException {
        List<StoredManifest> added = manifests(3);
        try (ManifestLog log = open()) {
            added.forEach(log::add);
        }
        damage(
                onlyFile(),
                LogFormat.HEADER_BYTES + 2 * LogFormat.record(added.getFirst()).limit() + 9,
                4);
        StoredManifest later = manifest(1000);
        try (ManifestLog log = open()) {
            log.add(later);

            assertThat(all(log, 10, ALL)).containsExactly(added.get(0), added.get(1), later);
        }
    }

    @Test
    void damageInTheMiddle_isCounted_andTheRestIsRead() throws IOException {
        List<StoredManifest> added = manifests(100);
        try (ManifestLog log = open()) {
            added.forEach(log::add);
        }
        Path first = files().getFirst();
        damage(first, 600, 100);
        try (ManifestLog log = open()) {
            ManifestListing listing = log.list(0, 1000, ALL);

            assertThat(listing.manifests()).hasSizeBetween(95, 98).contains(added.getFirst(), added.getLast());
            assertThat(listing.damagedBytes()).isBetween(100L, 400L);
        }
    }

    /** Reading them through a mapping of the file ended the process. */
    @Test
    void sectorThatTheDiskHasLost_costsWhatLiesInIt_andTheFileIsNotTidiedAway() throws IOException {
        List<StoredManifest> added = manifests(2000);
        try (ManifestLog log = new ManifestLog(directory(), 64 << 10, UnaryOperator.identity())) {
            added.forEach(log::add);
        }
        Path first = files().getFirst();
        try (ManifestLog log = new ManifestLog(directory(), 64 << 10, ManifestLogTest::withoutTheThirdSector)) {
            manifests(2000).forEach(log::add);
            ManifestListing listing = log.list(0, 10_000, ALL);
            log.tidy(_ -> false);

            int record = LogFormat.record(added.getFirst()).limit();
            int lostOfEach = SalvagingReader.SECTOR_BYTES / record;
            assertThat(listing.damagedBytes()).isBetween(4096L, 10 * (4096L + 2L * record));
            assertThat(listing.manifests())
                    .hasSizeLessThan(4000 - lostOfEach)
                    .contains(added.getFirst(), added.getLast());
            assertThat(first).exists();
        }
        try (ManifestLog log = open()) {
            assertThat(all(log, 1000, ALL))
                    .as("the disk's owner rescued the sector")
                    .containsAll(added);
        }
    }

    private static SalvagingReader.Source withoutTheThirdSector(SalvagingReader.Source disk) {
        return (into, position) -> {
            if (position < 3 * 4096 && position + into.remaining() > 2 * 4096) {
                throw new IOException("Input/output error");
            }
            return disk.read(into, position);
        };
    }

    @Test
    void largeManifests_areReadWhole_whereverTheyBegin() {
        Random random = new Random(7);
        List<StoredManifest> added = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(32_000)];
            random.nextBytes(bytes);
            added.add(new StoredManifest(manifest(i).writeId(), "alice", bytes));
        }
        try (ManifestLog log = new ManifestLog(directory(), 1 << 20, UnaryOperator.identity())) {
            added.forEach(log::add);

            assertThat(all(log, 3, ALL)).isEqualTo(added);
            assertThat(all(log, 1000, ALL)).isEqualTo(added);
        }
    }

    @Test
    void damagedHeader_costsNoManifest() throws IOException {
        List<StoredManifest> added = manifests(3);
        try (ManifestLog log = open()) {
            added.forEach(log::add);
        }
        damage(onlyFile(), 0, 5);
        try (ManifestLog log = open()) {
            assertThat(all(log, 2, ALL)).isEqualTo(added);
        }
    }

    @Test
    void fileOfALaterFormat_isRefusedInOneLine() throws IOException {
        try (ManifestLog log = open()) {
            log.add(manifest(1));
        }
        try (FileChannel file = FileChannel.open(onlyFile(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {2}), 8);
        }
        try (ManifestLog log = open()) {
            log.add(manifest(2));
            assertThatThrownBy(() -> log.list(0, 10, ALL))
                    .isInstanceOf(UnreadFormatException.class)
                    .hasMessageEndingWith(
                            "0000000001.log: manifest format 2 is newer than this program, which reads 1");
        }
    }

    /** Nothing of it seems to be of a write that is here, as nothing of it can be read. */
    @Test
    void fileOfALaterFormat_isNotTidiedAway_andTheOthersAre() throws IOException {
        try (ManifestLog log = open()) {
            log.add(manifest(1));
        }
        Path newer = onlyFile();
        try (FileChannel file = FileChannel.open(newer, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {2}), 8);
        }
        byte[] before = Files.readAllBytes(newer);
        try (ManifestLog log = open()) {
            manifests(300).forEach(log::add);
            for (int turn = 0; turn < 10; turn++) {
                log.tidy(_ -> false);
            }
            assertThat(Files.readAllBytes(newer)).isEqualTo(before);
            assertThat(files()).hasSize(2);
        }
    }

    /** A file of each version, as its build wrote it. */
    @ParameterizedTest
    @EnumSource(ManifestFormat.class)
    void file_ofEveryVersion_isRead(ManifestFormat format) throws IOException {
        Files.createDirectories(directory());
        String golden = "/golden/manifests/" + format.name().toLowerCase(Locale.ROOT) + "/0000000001.log.gz";
        try (InputStream packed = ManifestLogTest.class.getResourceAsStream(golden);
                InputStream bytes = new GZIPInputStream(Objects.requireNonNull(packed, golden))) {
            Files.copy(bytes, directory().resolve("0000000001.log"));
        }
        try (ManifestLog log = open()) {
            ManifestListing listing = log.list(0, 10, ALL);
            assertThat(listing.damagedBytes()).isZero();
            assertThat(listing.manifests()).isEqualTo(GoldenManifests.ALL);
            assertThat(listing.manifests()).allSatisfy(stored -> {
                ManifestP manifest = ManifestWire.parse(stored.manifest());
                assertThat(manifest.getId().getKey()).isEqualTo("leaf");
                assertThat(manifest.getContent().getSize()).isEqualTo(20);
                assertThat(manifest.getContent().getCrc32C()).isEqualTo(0x12345678);
            });
        }
    }

    @Test
    void manifestsOfDeletedWrites_giveTheirRoomBack_andNoOtherIsLost() {
        Random random = new Random(5);
        Set<WriteId> here = new HashSet<>();
        try (ManifestLog log = open()) {
            for (int i = 0; i < 20_000; i++) {
                StoredManifest added = manifest(i);
                log.add(added);
                here.add(added.writeId());
                if (here.size() > 300) {
                    here.remove(here.iterator().next());
                }
                if (random.nextInt(100) == 0) {
                    log.tidy(here::contains);
                }
            }
            assertThat(log.bytes())
                    .isLessThan(6L * 300 * LogFormat.record(manifest(1)).limit());
            assertThat(writes(all(log, 50, here::contains))).isEqualTo(here);
        }
        try (ManifestLog log = open()) {
            assertThat(writes(all(log, 50, here::contains))).isEqualTo(here);
        }
    }

    /** A listing is paged, and files may be tidied away between pages. */
    @Test
    void listing_missesNothing_whileTheLogIsTidied() {
        Set<WriteId> here = new HashSet<>();
        try (ManifestLog log = open()) {
            for (int i = 0; i < 2_000; i++) {
                log.add(manifest(i));
            }
            LongStream.range(0, 2_000)
                    .filter(i -> i % 5 == 0)
                    .forEach(i -> here.add(manifest(i).writeId()));
            List<StoredManifest> listed = new ArrayList<>();
            ManifestListing page = log.list(0, 20, here::contains);
            while (page.more()) {
                listed.addAll(page.manifests());
                log.tidy(here::contains);
                page = log.list(page.cursor(), 20, here::contains);
            }
            listed.addAll(page.manifests());

            assertThat(writes(listed)).isEqualTo(here);
        }
    }

    @Test
    void format_isTheDocumentedOne() {
        StoredManifest manifest =
                new StoredManifest(WriteId.parse("00112233445566778899aabbccddeeff"), "alice", new byte[] {1, 2, 3});

        assertThat(HexFormat.of().formatHex(LogFormat.record(manifest).array()))
                .endsWith("19007766554433221100ffeeddccbbaa998805616c696365010203")
                .hasSize(2 * (6 + 25));
        assertThat(StoredManifest.decode(manifest.encode())).isEqualTo(manifest);
    }

    private ManifestLog open() {
        return new ManifestLog(directory(), SMALL_FILE, UnaryOperator.identity());
    }

    private Path directory() {
        return home.resolve("flash.img.manifests");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(directory())) {
            return found.sorted().toList();
        }
    }

    private Path onlyFile() throws IOException {
        List<Path> files = files();
        assertThat(files).hasSize(1);
        return files.getFirst();
    }

    private static void damage(Path path, int offset, int bytes) throws IOException {
        byte[] junk = new byte[bytes];
        new Random(1).nextBytes(junk);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(junk), offset);
        }
    }

    private static List<StoredManifest> all(ManifestLog log, int limit, Predicate<WriteId> isHere) {
        List<StoredManifest> found = new ArrayList<>();
        ManifestListing page = log.list(0, limit, isHere);
        while (page.more()) {
            assertThat(page.manifests()).hasSizeLessThanOrEqualTo(limit);
            found.addAll(page.manifests());
            page = log.list(page.cursor(), limit, isHere);
        }
        found.addAll(page.manifests());
        return found;
    }

    private static Set<WriteId> writes(List<StoredManifest> manifests) {
        Set<WriteId> writes = new HashSet<>();
        manifests.forEach(manifest -> writes.add(manifest.writeId()));
        return writes;
    }

    private static List<StoredManifest> manifests(int count) {
        return LongStream.range(0, count).mapToObj(ManifestLogTest::manifest).toList();
    }

    private static StoredManifest manifest(long number) {
        byte[] content = new byte[40];
        new Random(number).nextBytes(content);
        return new StoredManifest(new WriteId(number, ~number), "alice", content);
    }
}
