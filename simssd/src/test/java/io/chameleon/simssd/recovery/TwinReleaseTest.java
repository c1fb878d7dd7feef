package io.chameleon.simssd.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.testing.RemountableNandArray;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a mount without a free block may get one. */
class TwinReleaseTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);

    /**
     * A mount without a free block may revive twins, which are the same content elsewhere, but not one that a trim has
     * made void.
     */
    @ParameterizedTest
    @CsvSource({"0, true", "50, false"})
    void twinOfALivePage_isUsedOnlyIfNotTrimmed(long trimmedAfter, boolean released) {
        FlashGeometry geometry = CONFIG.geometry();
        RemountableNandArray nand = new RemountableNandArray(geometry);
        PageIo pages = new PageIo(geometry, nand);
        byte[] content = TestPages.content(7, 1, geometry.pageBytes());
        for (int copy = 0; copy < 2; copy++) {
            int page = copy * geometry.pagesPerBlock();
            pages.program(page, 7, 1 + copy * 100L, MemorySegment.ofArray(content), TestPages.spare(7, 1));
        }
        nand.saveTrims(new int[] {7}, 1, trimmedAfter);
        FoundPages found = new FoundPages(geometry, nand);
        new OobScan(geometry, nand, pages, Long.MAX_VALUE, found, MountProgress.NONE).run();
        PageMap map = found.map();
        assertThat(map.physicalOf(7)).isEqualTo(8);
        TwinRelease release = new TwinRelease(geometry, nand, pages, map);
        nand.markBad(0); // without live pages: nothing to reclaim
        for (int block = 2; block < geometry.blocks(); block++) {
            nand.markBad(block);
        }
        release.run();
        assertThat(map.physicalOf(7)).isEqualTo(released ? 0 : 8);
        nand.discardAll();
    }
}
