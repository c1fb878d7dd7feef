package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTableTest {
    @Test
    void pages_comeInARow_whereThereIsOne() {
        PageTable table = new PageTable(100);
        int[] first = table.allocate(10);
        int[] second = table.allocate(20);
        assertThat(table.piecesOf(first[0])).isNull();
        assertThat(table.pagesOf(second[0], 20)).isEqualTo(second);
        table.release(first);
        assertThat(table.allocate(70)).as("past the gap").startsWith(30).endsWith(99);
        assertThat(table.free()).isEqualTo(10);
    }

    @Test
    void pages_inPieces_keepTheirOrder() {
        PageTable table = new PageTable(10);
        List<int[]> single = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            single.add(table.allocate(1));
        }
        for (int i = 0; i < 10; i += 2) {
            table.release(single.get(i));
        }
        int[] pages = table.allocate(4);
        assertThat(pages).containsExactly(0, 2, 4, 6);
        assertThat(table.pagesOf(0, 4)).isEqualTo(pages);
        assertThat(PagePieces.decode(Objects.requireNonNull(table.piecesOf(0)), 4))
                .isEqualTo(pages);
        table.release(pages);
        assertThat(table.piecesOf(0)).isNull();
        assertThat(table.free()).isEqualTo(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.allocate(6))
                .withMessage("pages to allocate: '6' given, expected 1 to 5");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void table_underRandomWork_givesEachPageToOneFragment(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PageTable table = new PageTable(700);
        List<int[]> fragments = new ArrayList<>();
        BitSet used = new BitSet();
        for (int i = 0; i < 20_000; i++) {
            int wanted = random.nextInt(1, random.nextInt(10) == 0 ? 90 : 5);
            if (wanted <= table.free()) {
                int[] pages = table.allocate(wanted);
                for (int page : pages) {
                    assertThat(used.get(page)).as("seed %d", seed).isFalse();
                    used.set(page);
                }
                fragments.add(pages);
            }
            if (wanted > table.free() || random.nextBoolean()) {
                int[] gone = fragments.remove(random.nextInt(fragments.size()));
                assertThat(table.pagesOf(gone[0], gone.length)).isEqualTo(gone);
                table.release(gone);
                for (int page : gone) {
                    used.clear(page);
                }
            }
            assertThat(table.free()).isEqualTo(700 - used.cardinality());
        }
    }

    @Test
    void pages_takenAlready_areNotTakenAgain() {
        PageTable table = new PageTable(20);
        assertThat(table.take(new int[] {3, 4, 9})).isTrue();
        assertThat(table.take(new int[] {5, 9})).isFalse();
        assertThat(table.take(new int[] {6, 6})).isFalse();
        assertThat(table.take(new int[] {20})).isFalse();
        assertThat(table.free()).isEqualTo(17);
        assertThat(table.isFree(5)).isTrue();
        assertThat(table.isFree(6)).isTrue();
        assertThat(table.pagesOf(3, 3)).containsExactly(3, 4, 9);
    }
}
