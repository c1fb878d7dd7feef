package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static final String ASCII = "ANSI_X3.4-1968";

    /** ä and ö look the same then: a put of one would overwrite the other. */
    @Test
    void bytesThatTheLocaleHasNoCharacterFor_areRefused_withWhatToSet() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arguments.requireRead(List.of("put", "-", "photos/\uFFFD\uFFFD"), ASCII))
                .withMessage("argument: 'photos/\uFFFD\uFFFD' given, expected characters of the locale's charset, "
                        + ASCII + "; set LC_ALL=C.UTF-8");
    }

    @Test
    void whatTheLocaleCanSay_isTaken() {
        assertThatNoException().isThrownBy(() -> Arguments.requireRead(List.of("put", "-", "photos/cat"), ASCII));
        assertThatNoException().isThrownBy(() -> Arguments.requireRead(List.of("rm", "photos/\uFFFD"), "UTF-8"));
        assertThatNoException().isThrownBy(() -> Arguments.requireRead(List.of("rm", "photos/ä"), "ISO-8859-1"));
    }
}
