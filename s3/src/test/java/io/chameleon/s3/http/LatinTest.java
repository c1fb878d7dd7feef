package io.chameleon.s3.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatinTest {
    private static String header(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void utf8_isTheTextItMeans_bothWays() {
        String header = header("Grüße, 猫 🐈".getBytes(StandardCharsets.UTF_8));
        assertThat(Latin.toText(header)).isEqualTo("Grüße, 猫 🐈");
        assertThat(Latin.toHeader("Grüße, 猫 🐈")).isEqualTo(header);
    }

    @Test
    void anyBytes_goBackAsTheyCame() {
        long first = System.nanoTime();
        for (long seed = first; seed < first + 5_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(6)];
            random.nextBytes(bytes);
            assertThat(Latin.toHeader(Latin.toText(header(bytes))))
                    .as("seed %d", seed)
                    .isEqualTo(header(bytes));
        }
        // The characters that stand for bytes, sent as UTF-8.
        String clash = header("\uF7A9é".getBytes(StandardCharsets.UTF_8));
        assertThat(Latin.toHeader(Latin.toText(clash))).isEqualTo(clash);
    }
}
