package io.chameleon.metadata.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextRangeTest {
    @ParameterizedTest
    @CsvSource({"a/, a0", "a, b", "\u007f, \u0080", "\ud7ff, \ue000", "\uffff, \ud800\udc00", "a\udbff\udfff, b"})
    void successor_isTheFirstTextBeyondThePrefix(String prefix, String successor) {
        assertThat(TextRange.successor(prefix)).isEqualTo(successor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/", "\u00e9", "\ud7ff", "\uffff", "\ud83d\ude00", "a\udbff\udfff"})
    void successor_followsEveryTextWithThePrefix(String prefix) {
        assertThat(Utf8.compare(prefix + "\udbff\udfff\udbff\udfff", String.valueOf(TextRange.successor(prefix))))
                .isNegative();
    }

    @Test
    void successor_ofThePrefixOfAll_isNone() {
        assertThat(TextRange.successor("")).isNull();
        assertThat(TextRange.successor("\udbff\udfff\udbff\udfff")).isNull();
    }

    @Test
    void next_isRightAboveTheKey() {
        assertThat(Utf8.compare(TextRange.next("a"), "a")).isPositive();
        assertThat(Utf8.compare(TextRange.next("a"), "a\u0001")).isZero();
    }
}
