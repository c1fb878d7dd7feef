package io.chameleon.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectPartsTest {
    private static final String CRC = Base64.getEncoder().encodeToString(new byte[4]);

    private static Map<String, String> described(int parts, Map<String, String> others) {
        Map<String, String> pairs = new HashMap<>();
        ObjectParts.describeChecksums(Collections.nCopies(parts, CRC), pairs, others);
        return pairs;
    }

    @Test
    void checksumsOfParts_areKept_upToABound() {
        assertThat(described(576, Map.of())).containsOnlyKeys(ObjectParts.CHECKSUMS);
        assertThat(described(577, Map.of())).isEmpty();
        assertThat(described(10_000, Map.of())).isEmpty();
        assertThat(described(2, Map.of()).get(ObjectParts.CHECKSUMS)).hasSizeLessThan(16);
    }

    @Test
    void checksumsOfParts_giveWay_toWhatTheUserSays() {
        assertThat(described(500, Map.of("note", "x".repeat(6_000)))).isEmpty();
        assertThat(described(10, Map.of("note", "x".repeat(6_000)))).isNotEmpty();
    }
}
