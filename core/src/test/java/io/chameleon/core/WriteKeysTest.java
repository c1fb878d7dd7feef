package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The creator of a write id can show its key; a reader of the id cannot. */
class WriteKeysTest {
    private static final long SEED = 11;

    private final WriteKeys keys = new WriteKeys(new SplittableRandom(SEED));
    private final WriteIds ids = new WriteIds(InstantSource.system(), keys);

    @Test
    void key_ofAnIdThatItsMakerMade_provesThat() {
        for (int i = 0; i < 1_000; i++) {
            WriteId id = ids.next();
            assertThat(WriteKeys.proves(keys.keyOf(id), id)).isTrue();
        }
    }

    @Test
    void key_ofAnotherIdOrMaker_orAltered_provesNothing() {
        WriteId id = ids.next();
        byte[] key = keys.keyOf(id);
        byte[] altered = key.clone();
        altered[3] ^= 1;

        assertThat(WriteKeys.proves(keys.keyOf(ids.next()), id)).isFalse();
        assertThat(WriteKeys.proves(new WriteKeys(new SplittableRandom(SEED + 1)).keyOf(id), id))
                .isFalse();
        assertThat(WriteKeys.proves(altered, id)).isFalse();
        assertThat(WriteKeys.proves(Arrays.copyOf(key, WriteKeys.BYTES - 1), id))
                .isFalse();
        assertThat(WriteKeys.proves(new byte[0], id)).isFalse();
        assertThat(WriteKeys.proves(key, new WriteId(id.high() + 1, id.low()))).isFalse();
    }

    /** A write with a used id would be mistaken for a retry of the earlier write, and its bytes for that write's. */
    @Test
    void idsMadeAgainAtTheSameTime_afterTheClockWasSetBack_areOthers_andTheirMakerHasTheKeysOfAll() {
        AtomicLong millis = new AtomicLong();
        WriteIds dated = new WriteIds(() -> Instant.ofEpochMilli(millis.get()), keys);
        List<WriteId> made = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (long at : new long[] {1_000_000, 1_000_001, 5_000_000}) {
                millis.set(at);
                made.add(dated.next());
            }
        }

        assertThat(made).doesNotHaveDuplicates();
        assertThat(made)
                .allSatisfy(
                        id -> assertThat(WriteKeys.proves(keys.keyOf(id), id)).isTrue());
    }

    @Test
    void ids_ofOneMaker_differInTheirLowWordsAsRandomOnesDo() {
        assertThat(java.util.stream.Stream.generate(ids::next).limit(10_000).map(WriteId::low))
                .doesNotHaveDuplicates();
    }
}
