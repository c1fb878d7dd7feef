package io.chameleon.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemeCodeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"REP(1)", "REP(3)", "REP(32)", "EC(1+2)", "EC(4+2)", "EC(63+31)", "LRC(12+2+2)", "LRC(30+15+2)"})
    void scheme_asACode_isTheSame(String text) {
        RedundancyScheme scheme = RedundancyScheme.parse(text);
        assertThat(SchemeCode.scheme(Objects.requireNonNull(SchemeCode.of(scheme))))
                .isEqualTo(scheme);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REP(33)", "EC(64+2)", "EC(4+32)", "LRC(32+16+1)"})
    void schemeThatIsTooWide_hasNoCode(String text) {
        assertThat(SchemeCode.of(RedundancyScheme.parse(text))).isNull();
    }
}
