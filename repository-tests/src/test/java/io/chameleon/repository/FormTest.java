package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines are as wide as {@code .editorconfig} says, which is also what the formatter does; sentences are short. */
class FormTest {
    private static final int WORDS = 35;

    /** What the formatter cannot break. */
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

    private static final String TEXT_BLOCK = "\"\"\"";

    /** A page that {@code reproduce} writes, and the log, which quotes commands in full. */
    private static final List<String> GENERATED = List.of("docs/research/reproduction.md", "docs/log");

    /** What was measured or written at some time, and stays as it was. */
    private static final List<String> DATED = List.of("docs/log", "docs/research", "CHANGELOG.md");

    @Test
    void javaLines_apartFromStrings_areAtMostAsWideAsEditorconfigSays() {
        int limit = limit("*.java");
        assertThat(Repository.files(Repository.HOME, ".java").stream().flatMap(file -> wideJava(file, limit)))
                .as("lines over %d columns; for code run mvn spotless:apply", limit)
                .isEmpty();
    }

    @Test
    void proseLines_areAtMostAsWideAsEditorconfigSays() {
        int limit = limit("*.md");
        assertThat(pagesExcept(GENERATED)
                        .flatMap(page -> Prose.lines(Repository.text(page)).stream()
                                .filter(line -> line.width() > limit)
                                .map(line -> place(page, line.number()) + line.width() + " columns")))
                .as("lines of prose over %d columns", limit)
                .isEmpty();
    }

    @Test
    void sentences_haveAtMost35Words() {
        assertThat(pagesExcept(DATED)
                        .flatMap(page -> Prose.sentences(Repository.text(page)).stream()
                                .filter(sentence -> sentence.words() > WORDS)
                                .map(sentence -> place(page, sentence.line()) + sentence.words() + " words: "
                                        + sentence.text())))
                .as("sentences of more than %d words", WORDS)
                .isEmpty();
    }

    private static Stream<Path> pagesExcept(List<String> names) {
        return Repository.files(Repository.HOME, ".md").stream()
                .filter(page -> names.stream().noneMatch(Repository.HOME.relativize(page)::startsWith));
    }

    private static Stream<String> wideJava(Path file, int limit) {
        List<String> lines = Repository.text(file).lines().toList();
        List<String> wide = new ArrayList<>();
        boolean inTextBlock = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!inTextBlock && width(STRING.matcher(line).replaceAll("\"\"")) > limit) {
                wide.add(place(file, i + 1) + width(line) + " columns");
            }
            inTextBlock ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
        }
        return wide.stream();
    }

    static int width(String line) {
        return line.codePointCount(0, line.length());
    }

    private static String place(Path file, int line) {
        return Repository.HOME.relativize(file) + ":" + line + ": ";
    }

    /** {@code max_line_length} of a section of .editorconfig. */
    private static int limit(String section) {
        List<String> lines = Repository.text(Repository.HOME.resolve(".editorconfig"))
                .lines()
                .toList();
        int start = lines.indexOf("[" + section + "]");
        return IntStream.range(start + 1, lines.size())
                .takeWhile(i -> !lines.get(i).startsWith("["))
                .mapToObj(i -> Pattern.compile("max_line_length = (\\d+)").matcher(lines.get(i)))
                .filter(Matcher::matches)
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
