package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and answers of unusual content. */
class TableShapesTest {
    @Test
    void tableWithoutRows_isItsHeader() {
        assertThat(new TextTable("SERVER", "ERASES").toString()).isEqualTo("SERVER  ERASES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "-7", "+7", "1,234", "0.5", "12 %", "1.5 MiB", "3.1 ± 0.2", "250 µs", "-", ""})
    void amount_standsToTheRight(String cell) {
        assertThat(new TextTable("A", "LONG HEADER")
                        .row("x", cell)
                        .toString()
                        .lines()
                        .toList()
                        .get(1))
                .isEqualTo(("x  " + " ".repeat("LONG HEADER".length() - cell.length()) + cell).stripTrailing());
    }

    @ParameterizedTest
    @ValueSource(strings = {"flash-7", "2030-01-01T00:00:00Z", "1.5 MiB/s", "7 of 9", "EC(4+2)", "no", "12:30"})
    void text_standsToTheLeft(String cell) {
        assertThat(new TextTable("A", "A VERY LONG HEADER")
                        .row("x", cell)
                        .toString()
                        .lines()
                        .toList()
                        .get(1))
                .isEqualTo("x  " + cell);
    }

    @Test
    void oneText_turnsItsWholeColumnToTheLeft() {
        assertThat(new TextTable("N", "VALUE")
                        .row("a", 1)
                        .row("b", "many")
                        .toString()
                        .lines())
                .containsExactly("N  VALUE", "a  1", "b  many");
    }

    @Test
    void lines_haveNoBlanksAtTheirEnds() {
        assertThat(new TextTable("A", "B")
                        .row("x", "")
                        .row("longer", "")
                        .toString()
                        .lines())
                .allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
        assertThat(new Details()
                        .line("empty", "")
                        .line("label", "value")
                        .toString()
                        .lines())
                .containsExactly("empty", "label  value");
    }

    @Test
    void noDetails_areNothing() {
        assertThat(new Details().toString()).isEmpty();
    }

    /** Only the form that was asked for is made: the other may cost much, or be impossible. */
    @Test
    void answer_isMadeInTheFormThatIsAskedForAlone() {
        StringWriter out = new StringWriter();
        new Output(new PrintWriter(out), Output.Format.json).answer(() -> Map.of("a", 1), () -> {
            throw new AssertionError("not asked for");
        });
        new Output(new PrintWriter(out), Output.Format.table)
                .answer(
                        () -> {
                            throw new AssertionError("not asked for");
                        },
                        () -> "one");
        assertThat(out.toString().lines()).containsExactly("{\"a\":1}", "one");
    }

    @Test
    void json_keepsWhatIsNotAscii_andEscapesWhatWouldBreakTheLine() {
        StringWriter out = new StringWriter();
        new Output(new PrintWriter(out), Output.Format.json).answer(Map.of("schlüssel", "σ\n\u001b[31m"), "");
        assertThat(out.toString()).isEqualTo("{\"schlüssel\":\"σ\\n\\u001B[31m\"}" + System.lineSeparator());
    }

    @Test
    void answer_thatIsNoJson_isAnErrorOfOneLine() {
        Output output = new Output(new PrintWriter(new StringWriter()), Output.Format.json);
        assertThatIllegalStateException()
                .isThrownBy(() -> output.answer(new Object(), ""))
                .withMessageStartingWith("cannot write the answer as JSON: ");
    }
}
