package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.core.placement.PlacementRing;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of which slice an object is, and how its name says so. */
final class SlicesTest {
    private static final ObjectId OBJECT = new ObjectId("photos", "2026/cat.jpg");

    @Test
    void object_ofASlice_hasTheDocumentedName() {
        assertThat(Slices.in(OBJECT)).isEqualTo(new ObjectId("photos~07", "2026/cat.jpg"));
        assertThat(Slices.whole(Slices.in(OBJECT))).isEqualTo(OBJECT);
        assertThat(PlacementRing.position(Slices.in(OBJECT)))
                .as("on the ring")
                .isEqualTo(PlacementRing.position(OBJECT));
        assertThat(Slices.in(Slices.in(OBJECT))).isEqualTo(Slices.in(OBJECT));
    }

    @Test
    void chunksAndComponents_ofAWriteOfTheObject_areInItsSlice() {
        WriteIds ids = new WriteIds(() -> Instant.ofEpochMilli(1_764_000_000_000L), new Random(1));
        String slice = Slices.in(OBJECT).bucket();

        WriteId write = ids.next(OBJECT);

        assertThat(Slices.of(write)).isEqualTo(Slices.of(OBJECT));
        ObjectId chunk = Chunks.id("photos", write, 3);
        assertThat(Slices.in(chunk)).isEqualTo(Chunks.id(slice, write, 3));
        assertThat(Slices.whole(Slices.in(chunk))).isEqualTo(chunk);
        for (WriteId component : new WriteId[] {write, Components.sharedBytes(write), Components.versionOf(write)}) {
            ObjectId id = Components.id("photos", component);
            assertThat(Slices.in(id)).isEqualTo(Components.id(slice, component));
            assertThat(Slices.whole(Slices.in(id))).isEqualTo(id);
        }
    }

    /** Also when one millisecond has more writes than a counter. */
    @Test
    void contentIds_ofManyObjects_riseAndNameTheirSlices() {
        WriteIds ids = new WriteIds(() -> Instant.ofEpochMilli(1_764_000_000_000L), new Random(1));
        WriteId last = ids.next();
        Set<Integer> slices = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            ObjectId object = new ObjectId("photos", "key-" + i);

            WriteId next = ids.next(object);

            assertThat(next).isGreaterThan(last);
            assertThat(Slices.of(next)).isEqualTo(Slices.of(object));
            slices.add(Slices.of(next));
            last = next;
        }
        assertThat(slices).hasSize(Slices.COUNT);
    }

    @Test
    void name_thatIsNoSlice_isRefused() {
        for (String end : new String[] {"~", "~5", "~16", "~005", "~-1", "~05~05", "~x5"}) {
            assertThatIllegalArgumentException().as(end).isThrownBy(() -> new ObjectId("photos" + end, "key"));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ObjectId.ofUser("photos~05", "key"))
                .withMessageContaining("bucket: 'photos~05' given");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Slices.in(new ObjectId("photos+chunks", "short")))
                .withMessageContaining("expected a content id");
    }
}
