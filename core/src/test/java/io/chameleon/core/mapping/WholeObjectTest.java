package io.chameleon.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeObjectTest {
    @Test
    void whole_goesWithItsLastChunk() {
        WholeObject whole = new WholeObject("film/änderung", "video/mp4", Map.of("key", "red", "+", "", "type", "x"));

        assertThat(WholeObject.of(chunk(whole.pairs()))).contains(whole);
    }

    @Test
    void chunkThatIsNotTheLast_tellsOfNone() {
        assertThat(WholeObject.of(chunk(Map.of()))).isEmpty();
    }

    @Test
    void longestNamesAndManyPairs_fitIntoALastChunk() {
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i < 1600; i++) {
            pairs.put(Character.toString(0x4E00 + i), ""); // 3 bytes, and 2 more for each
        }
        ObjectContent.requireUserMetadata(pairs);
        WholeObject whole = new WholeObject("k".repeat(1024), "t".repeat(255), pairs);

        assertThat(WholeObject.of(chunk(whole.pairs()))).contains(whole);
    }

    @Test
    void users_areHeldToTheirOwnLimit() {
        Map<String, String> tooMuch = Map.of("a", "b".repeat(ObjectContent.MAX_USER_METADATA_BYTES));

        assertThatThrownBy(() -> ObjectContent.requireUserMetadata(tooMuch))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 8192 bytes");
    }

    private static ObjectContent chunk(Map<String, String> pairs) {
        return new ObjectContent(WriteId.parse("0123456789abcdef0123456789abcdef"), 10, 10, 0, 7, "", pairs);
    }
}
