package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeysTest {
    private static final int OBJECTS = 1000;
    private static final int DRAWS = 200_000;

    private static int[] histogram(KeyDistribution keys, int count) {
        KeyDistribution.Chooser chooser = keys.chooser(OBJECTS);
        RandomGenerator random = new SplittableRandom(7);
        int[] hits = new int[count];
        for (int i = 0; i < DRAWS; i++) {
            hits[chooser.next(count, random)]++;
        }
        return hits;
    }

    private static int mostPopular(int[] hits) {
        return IntStream.range(0, hits.length).reduce(0, (a, b) -> hits[b] > hits[a] ? b : a);
    }

    @Test
    void zipfian_prefersTheFirst() {
        int[] hits = histogram(KeyDistribution.ZIPFIAN, OBJECTS);
        assertThat(mostPopular(hits)).isZero();
        // Rank 0 of Zipf 0.99 over 1000 items has a share of 1 / 7.7.
        assertThat(hits[0]).isBetween(DRAWS / 9, DRAWS / 7);
    }

    @Test
    void latest_prefersTheNewest_alsoAfterInserts() {
        assertThat(mostPopular(histogram(KeyDistribution.LATEST, OBJECTS))).isEqualTo(OBJECTS - 1);
        assertThat(mostPopular(histogram(KeyDistribution.LATEST, OBJECTS + 500)))
                .isEqualTo(OBJECTS + 499);
    }

    @Test
    void scrambled_isSkewedSomewhereElse() {
        int[] hits = histogram(KeyDistribution.SCRAMBLED, OBJECTS);
        int popular = mostPopular(hits);
        assertThat(popular).isNotIn(0, OBJECTS - 1);
        assertThat(hits[popular]).isGreaterThan(20 * DRAWS / OBJECTS);
    }

    @Test
    void uniform_prefersNone() {
        int[] hits = histogram(KeyDistribution.UNIFORM, OBJECTS);
        assertThat(Arrays.stream(hits).max().orElseThrow()).isLessThan(2 * DRAWS / OBJECTS);
        assertThat(Arrays.stream(hits).min().orElseThrow()).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void anyDistribution_ofOneObject_choosesIt(KeyDistribution keys) {
        assertThat(keys.chooser(1).next(1, new SplittableRandom(1))).isZero();
    }

    @Test
    void inserts_countOnceAllBeforeThemAreThere() {
        Keyspace keyspace = new Keyspace(10);
        int first = keyspace.claim();
        int second = keyspace.claim();
        keyspace.inserted(second);
        assertThat(keyspace.count()).isEqualTo(10);
        keyspace.inserted(first);
        assertThat(keyspace.count()).isEqualTo(12);
        assertThat(keyspace.claimed()).isEqualTo(12);
    }
}
