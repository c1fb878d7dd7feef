package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTableTest {
    /** Compared with lists of pages, oldest first. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void table_underRandomUse_behavesLikeTwoLists(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SlotTable table = new SlotTable(50, 2);
        List<List<Long>> lists = List.of(List.of(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 20_000; i++) {
            long page = random.nextInt(80) * 7_919L;
            int list = random.nextInt(1, 3);
            int slot = table.find(page);
            assertThat(slot != SlotTable.NONE)
                    .isEqualTo(lists.get(1).contains(page) || lists.get(2).contains(page));
            if (slot == SlotTable.NONE) {
                int free = table.oldest(SlotTable.FREE);
                if (free != SlotTable.NONE) {
                    table.claim(free, page, list, 0);
                    lists.get(list).add(page);
                }
            } else {
                lists.get(1).remove(page);
                lists.get(2).remove(page);
                switch (random.nextInt(3)) {
                    case 0 -> table.release(slot);
                    case 1 -> {
                        table.use(slot, list);
                        lists.get(list).add(page);
                    }
                    default -> {
                        table.moveToOldest(slot, list);
                        lists.get(list).addFirst(page);
                    }
                }
            }
            for (int l = 1; l <= 2; l++) {
                assertThat(table.size(l)).isEqualTo(lists.get(l).size());
                int oldest = table.oldest(l);
                assertThat(oldest == SlotTable.NONE).isEqualTo(lists.get(l).isEmpty());
                if (oldest != SlotTable.NONE) {
                    assertThat(table.page(oldest)).isEqualTo(lists.get(l).getFirst());
                    assertThat(table.listOf(oldest)).isEqualTo(l);
                }
            }
        }
    }

    @Test
    void emptyTable_findsNothing() {
        SlotTable table = new SlotTable(0, 2);
        assertThat(table.find(5)).isEqualTo(SlotTable.NONE);
        assertThat(table.oldest(SlotTable.FREE)).isEqualTo(SlotTable.NONE);
    }
}
