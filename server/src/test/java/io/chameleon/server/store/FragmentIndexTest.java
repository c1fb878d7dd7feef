package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.testing.Seed;
import io.chameleon.server.store.FragmentIndex.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a sorted map, which is obviously right. */
class FragmentIndexTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final Comparator<FragmentId> ORDER = Comparator.comparing(FragmentId::writeId)
            .thenComparing(FragmentId::segment)
            .thenComparing(FragmentId::index);

    private static Entry entry(FragmentId id, int page) {
        return new Entry(Bytes.of(id, 1 + (page & 0xFF)).fragment(), page);
    }

    private static List<Entry> all(FragmentIndex index) {
        List<Entry> entries = new ArrayList<>();
        index.walk(null, entries::add);
        return entries;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40, 4_000})
    void index_underRandomPutsAndRemoves_isASortedMap(int writes) {
        SplittableRandom random = new SplittableRandom(SEED.value());
        FragmentIndex index = new FragmentIndex();
        TreeMap<FragmentId, Entry> model = new TreeMap<>(ORDER);
        for (int i = 0; i < 30_000; i++) {
            // High words of both signs: ids are ordered as unsigned numbers.
            WriteId write = new WriteId(random.nextInt(writes) * 0x0123456789ABCDEFL, random.nextInt(2) - 1);
            FragmentId id = new FragmentId(write, random.nextInt(3), random.nextInt(4));
            // Phases of growth and of shrinking, so that leaves split and merge.
            if (random.nextInt(10) < (i / 7_500 % 2 == 0 ? 8 : 2)) {
                index.put(entry(id, i));
                model.put(id, entry(id, i));
            } else {
                assertThat(index.remove(id)).isEqualTo(model.remove(id));
            }
            assertThat(index.get(id)).isEqualTo(model.get(id));
        }
        assertThat(all(index)).containsExactlyElementsOf(model.values());
        assertThat(index.size()).isEqualTo(model.size());
        FragmentId from = new FragmentId(new WriteId(random.nextLong(), 0), 0, 0);
        List<Entry> tail = new ArrayList<>();
        index.walk(from, tail::add);
        assertThat(tail).containsExactlyElementsOf(model.tailMap(from, true).values());
    }

    @Test
    void write_withManySegments_isFoundWhole() {
        FragmentIndex index = new FragmentIndex();
        for (int segment = 0; segment < 2_000; segment++) {
            for (long write = 1; write <= 3; write++) {
                index.put(entry(new FragmentId(Bytes.write(write), segment, 1), segment));
            }
        }
        assertThat(index.ofWrite(Bytes.write(2)))
                .hasSize(2_000)
                .allMatch(entry -> entry.fragment().id().writeId().equals(Bytes.write(2)));
        assertThat(index.ofWrite(Bytes.write(9))).isEmpty();
    }

    @Test
    void entry_putAgain_isReplaced() {
        FragmentIndex index = new FragmentIndex();
        index.put(entry(Bytes.id(1), 5));
        index.put(entry(Bytes.id(1), 6));
        assertThat(all(index)).containsExactly(entry(Bytes.id(1), 6));
    }
}
