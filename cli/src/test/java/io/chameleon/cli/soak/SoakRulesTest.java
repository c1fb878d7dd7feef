package io.chameleon.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a soak is told to do, what it writes, and what it counts. */
class SoakRulesTest {
    private static SoakConfig config(int objects, int maxBytes, int threads) {
        return new SoakConfig("soak", objects, maxBytes, threads, 0, Duration.ofSeconds(1), Duration.ZERO, false, 7);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 4", "10, 4", "7, 3", "1000, 256", "256, 256"})
    void objects_areDividedAmongTheThreads_allOfThem_evenly(int objects, int threads) {
        SoakConfig config = config(objects, 1, threads);
        int[] shares = IntStream.range(0, threads).map(config::objectsOf).toArray();
        assertThat(IntStream.of(shares).sum()).isEqualTo(objects);
        assertThat(IntStream.of(shares).max().orElseThrow()
                        - IntStream.of(shares).min().orElseThrow())
                .isLessThanOrEqualTo(1);
    }

    @Test
    void keys_ofDifferentSeedsAndThreads_areDifferent() {
        assertThat(config(1, 1, 1).key(3, 5))
                .isEqualTo("seed-7/3/5")
                .startsWith(config(1, 1, 1).prefix(3));
        assertThat(config(1, 1, 1).prefix(1)).isNotEqualTo(config(1, 1, 1).prefix(11));
        assertThat(config(1, 1, 1).key(11, 0)).doesNotStartWith(config(1, 1, 1).prefix(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "Soak | 1       | 1          | 1   | 0  | 1 | 0  | bucket: 'Soak' given",
                "soak | 0       | 1          | 1   | 0  | 1 | 0  | --objects: '0' given, expected 1 to 1000000",
                "soak | 1000001 | 1          | 1   | 0  | 1 | 0  | --objects: '1000001' given, expected 1 to 1000000",
                "soak | 1       | 0          | 1   | 0  | 1 | 0  | --max-bytes: '0' given, expected 1 to 1GiB",
                "soak | 1       | 1073741825 | 1   | 0  | 1 | 0  | --max-bytes: '1073741825' given, expected 1 to 1GiB",
                "soak | 300     | 1          | 0   | 0  | 1 | 0  | --threads: '0' given, expected 1 to 256",
                "soak | 300     | 1          | 257 | 0  | 1 | 0  | --threads: '257' given, expected 1 to 256",
                "soak | 3       | 1          | 4   | 0  | 1 | 0  | --objects: '3' given, expected at least one"
                        + " for each thread, 4",
                "soak | 1       | 1          | 1   | -1 | 1 | 0  | --rate: '-1' given, expected 0 (as fast as it"
                        + " goes) or more",
                "soak | 1       | 1          | 1   | 0  | 0 | 0  | --duration: '0' given, expected more than 0",
                "soak | 1       | 1          | 1   | 0  | 1 | -1 | --settle: '-1s' given, expected 0 or more"
            })
    void soak_thatMakesNoSense_isRefused_withTheOptionThatIsWrong(
            String bucket, int objects, int maxBytes, int threads, int rate, int seconds, int settle, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SoakConfig(
                        bucket,
                        objects,
                        maxBytes,
                        threads,
                        rate,
                        Duration.ofSeconds(seconds),
                        Duration.ofSeconds(settle),
                        false,
                        1))
                .withMessageStartingWith(message);
    }

    /** An old version that came back, or another object's bytes, must not pass for what was written. */
    @Test
    void content_isThatOfOneVersionOfOneObject_andComesAgain() {
        SoakContent content = new SoakContent(config(100, 64, 4));
        Set<String> seen = new HashSet<>();
        for (int thread = 0; thread < 4; thread++) {
            for (int number = 0; number < 5; number++) {
                KeyLedger key = new KeyLedger(thread, number);
                for (long version = 1; version <= 5; version++) {
                    byte[] bytes = content.of(key, version);
                    assertThat(bytes).hasSizeBetween(1, 64).isEqualTo(content.of(key, version));
                    assertThat(content.isVersion(key, version, bytes)).isTrue();
                    assertThat(content.isVersion(key, version + 1, bytes)).isFalse();
                    assertThat(content.isVersion(new KeyLedger(thread, number + 1), version, bytes))
                            .isFalse();
                    seen.add(new String(bytes, StandardCharsets.ISO_8859_1));
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(95);
    }

    @Test
    void absentObject_holdsNoVersion_whateverIsRead() {
        SoakContent content = new SoakContent(config(1, 8, 1));
        KeyLedger key = new KeyLedger(0, 0);
        assertThat(content.isVersion(key, 0, content.of(key, 0))).isFalse();
        assertThat(content.isVersion(key, 0, new byte[0])).isFalse();
    }

    @Test
    void sizes_areFromOneByteOn_toTheLargest() {
        SoakContent content = new SoakContent(config(1, 3, 1));
        KeyLedger key = new KeyLedger(0, 0);
        assertThat(IntStream.rangeClosed(1, 100).map(version -> content.of(key, version).length))
                .contains(1, 2, 3)
                .allMatch(length -> length >= 1 && length <= 3);
        assertThat(new SoakContent(config(1, 1, 1)).of(key, 1)).hasSize(1);
    }

    @Test
    void losses_areAllCounted_andTheFirstHundredTold() {
        SoakCounts counts = new SoakCounts();
        IntStream.range(0, 250).forEach(number -> counts.lost("object " + number));
        assertThat(counts.lost()).isEqualTo(250);
        assertThat(counts.losses()).hasSize(100).startsWith("object 0").endsWith("object 99");
        assertThat(counts.json()).containsEntry("lost", 250L);
    }

    /** What was not answered is neither a success nor a loss. */
    @Test
    void counts_areOneLine_andFieldsForScripts() {
        SoakCounts counts = new SoakCounts();
        assertThat(counts.answered()).isZero();
        counts.puts.add(4);
        counts.gets.add(3);
        counts.deletes.add(2);
        counts.lists.add(1);
        counts.unanswered.add(5);
        assertThat(counts.answered()).isEqualTo(10);
        assertThat(counts).hasToString("4 puts, 3 gets, 2 deletes, 1 lists acknowledged, 5 without an answer, 0 lost");
        assertThat(counts.json())
                .containsExactly(
                        Map.entry("puts", 4L),
                        Map.entry("gets", 3L),
                        Map.entry("deletes", 2L),
                        Map.entry("lists", 1L),
                        Map.entry("unanswered", 5L),
                        Map.entry("lost", 0L),
                        Map.entry("losses", List.of()));
    }
}
