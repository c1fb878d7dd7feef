package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriteHintTest {
    @Test
    void codes_areThoseThatOlderClientsAndServersUse() {
        assertThat(Arrays.stream(WriteHint.values()).map(hint -> hint.code() + " " + hint))
                .containsExactly("0 UNKNOWN", "1 HOT", "2 COLD");
    }

    @ParameterizedTest
    @EnumSource
    void hint_throughItsCode_isItself(WriteHint hint) {
        assertThat(WriteHint.ofCode(hint.code())).isEqualTo(hint);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 77, -1})
    void codeOfALaterBuild_isUnknown(int code) {
        assertThat(WriteHint.ofCode(code)).isEqualTo(WriteHint.UNKNOWN);
    }
}
