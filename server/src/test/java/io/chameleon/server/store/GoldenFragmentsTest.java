package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.FragmentId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.server.store.GoldenFragments.Write;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Devices that the builds of each version of fragments wrote. */
class GoldenFragmentsTest {
    @TempDir
    Path directory;

    private final TreeSet<String> phases = new TreeSet<>();

    /** An index that is not stored is padding. */
    @ParameterizedTest
    @CsvSource({"EVEN_SHARDS, 2048, 012345", "PAGE_SHARDS, 4096, 012345", "NO_PADDING, 4096, 0145"})
    void device_ofEveryVersion_isMountedAndKeepsEveryByte(FragmentFormat format, int shortBytes, String shortIndexes)
            throws IOException {
        unpack(format, GoldenFragments.IMAGE);
        for (int mount = 1; mount <= 2; mount++) {
            try (FragmentStore store = open()) {
                List<FragmentId> expected = new ArrayList<>();
                check(store, GoldenFragments.REPLICATED, 5_000, "012", expected);
                check(store, GoldenFragments.SHORT, shortBytes, shortIndexes, expected);
                check(store, GoldenFragments.LONG, 10_000, "012345", expected);
                assertThat(store.list(Long.MAX_VALUE, null, 100).fragments())
                        .extracting(Fragment::id)
                        .containsExactlyElementsOf(expected);
                assertThat(store.damaged()).isEmpty();
            }
        }
    }

    private static void check(FragmentStore store, Write write, int bytes, String indexes, List<FragmentId> expected) {
        indexes.chars().map(digit -> digit - '0').forEach(index -> {
            Fragment fragment = store.find(write.id(index));
            assertThat(fragment.length()).isEqualTo(bytes);
            assertThat(fragment.scheme()).isEqualTo(write.scheme());
            assertThat(fragment.segmentLength()).isEqualTo(write.segmentBytes());
            byte[] content = new byte[bytes];
            store.read(fragment, 0, MemorySegment.ofArray(content));
            assertThat(content).as("fragment %s", fragment.id()).isEqualTo(write.content(index, bytes));
            expected.add(fragment.id());
        });
    }

    @Test
    void shardShorterThanAPage_askedForAsNow_isToldFromADamagedOne() throws IOException {
        unpack(FragmentFormat.EVEN_SHARDS, GoldenFragments.IMAGE);
        try (FragmentStore store = open()) {
            Fragment old = store.find(GoldenFragments.SHORT.id(0));
            assertThatThrownBy(() -> old.requireRange(0, 4_096))
                    .isInstanceOf(UnreadFormatException.class)
                    .hasMessage("fragment " + old.id() + ": format EVEN_SHARDS is older than this program, which reads"
                            + " PAGE_SHARDS and NO_PADDING: 2048 bytes of a segment of 8192 under EC(4+2), now 4096");
            old.requireRange(0, 2_048);
            assertThatThrownBy(() -> store.find(GoldenFragments.LONG.id(0)).requireRange(0, 10_001))
                    .hasFieldOrPropertyWithValue("code", ErrorCode.INVALID_REQUEST);
        }
    }

    /** Version 1 of the checkpoint and of the catalog in it. */
    @Test
    void catalogOfACleanStop_sparesTheScan() throws IOException {
        unpack(FragmentFormat.NO_PADDING, GoldenFragments.IMAGE);
        unpack(FragmentFormat.NO_PADDING, GoldenFragments.CHECKPOINT);
        try (FragmentStore store = open()) {
            assertThat(phases).contains("checkpoint", "catalog").doesNotContain("scan", "fragments");
            assertThat(store.usage().fragments()).isEqualTo(3 + 4 + 6);
            check(store, GoldenFragments.LONG, 10_000, "012345", new ArrayList<>());
        }
    }

    @ParameterizedTest
    @EnumSource(FragmentFormat.class)
    void everyVersion_hasItsDevice(FragmentFormat format) {
        assertThat(GoldenFragmentsTest.class.getResource(resource(format, GoldenFragments.IMAGE)))
                .isNotNull();
    }

    private FragmentStore open() {
        phases.clear();
        FlashDevice device = FlashDevices.builder(GoldenFragments.CONFIG)
                .progress((phase, _, _) -> phases.add(phase))
                .open(directory.resolve(GoldenFragments.IMAGE));
        return new FragmentStore(device, 0, Runnable::run, (phase, _, _) -> phases.add(phase));
    }

    private static String resource(FragmentFormat format, String file) {
        String name = format.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return "/golden/fragments/" + name + "/" + file + ".gz";
    }

    private void unpack(FragmentFormat format, String file) throws IOException {
        try (InputStream packed = GoldenFragmentsTest.class.getResourceAsStream(resource(format, file));
                InputStream bytes = new GZIPInputStream(Objects.requireNonNull(packed, file))) {
            Files.copy(bytes, directory.resolve(file));
        }
    }
}
