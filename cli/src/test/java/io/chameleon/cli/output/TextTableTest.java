package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
    @Test
    void table_printed_alignsNumbersToTheRightAndTextToTheLeft() {
        TextTable table = new TextTable("SERVER", "ERASES", "SIZE")
                .row("flash-0", 7, "1.5 MiB")
                .row("flash-10", 1234, "-");
        assertThat(table.toString().lines())
                .containsExactly("SERVER    ERASES     SIZE", "flash-0        7  1.5 MiB", "flash-10    1234        -");
    }

    /** As in a key that somebody else chose. */
    @Test
    void controlCharacter_isShown_andNotSentToTheTerminal() {
        TextTable table = new TextTable("KEY").row("a\u001b[2Jb\n\u009bc").row("\uD83E\uDD8E é");
        assertThat(table.toString().lines()).containsExactly("KEY", "a\\u001b[2Jb\\u000a\\u009bc", "\uD83E\uDD8E é");
    }

    @Test
    void details_printed_alignTheirValues() {
        Details details = new Details().line("size", 3).line("content type", "-");
        assertThat(details.toString().lines()).containsExactly("size          3", "content type  -");
    }

    @Test
    void answer_asJson_isOneLineOnStdout() {
        StringWriter out = new StringWriter();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a", 1);
        json.put("b", "x\ny");
        Output output = new Output(new PrintWriter(out), Output.Format.json);
        output.say("not for scripts");
        output.answer(json, "not for scripts");
        assertThat(out.toString().lines()).containsExactly("{\"a\":1,\"b\":\"x\\ny\"}");
    }

    @Test
    void answer_asTable_isTheHumanText() {
        StringWriter out = new StringWriter();
        Output output = new Output(new PrintWriter(out), Output.Format.table);
        output.say("first");
        output.answer(Map.of("a", 1), "second");
        assertThat(out.toString().lines()).containsExactly("first", "second");
    }

    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, true",
        "/dev/tty1, true",
        "/dev/console, true",
        "/dev/null, false",
        "pipe:[4711], false",
        "/tmp/log, false"
    })
    void stderr_ofThatTarget_isOrIsNotATerminal(String target, boolean terminal) {
        assertThat(StderrTerminal.isDevice(target)).isEqualTo(terminal);
    }
}
