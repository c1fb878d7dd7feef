package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who made a write id shows its key; who was told it cannot. */
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

    @Test
    void ids_ofOneMaker_differInTheirLowWordsAsRandomOnesDo() {
        assertThat(java.util.stream.Stream.generate(ids::next).limit(10_000).map(WriteId::low))
                .doesNotHaveDuplicates();
    }
}
