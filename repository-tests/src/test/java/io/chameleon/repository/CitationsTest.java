package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Numbers that code and pages cite exist: readings in docs/reference/readings.md, invariants in docs/architecture.md.
 */
class CitationsTest {
    private static final String NUMBERS = "(\\d+(?:(?:, and |, | and | to )\\d+)*)";
    private static final Pattern READING = Pattern.compile("(?i)\\b(?:(GC|ENVM) )?readings? " + NUMBERS);
    private static final Pattern INVARIANT = Pattern.compile("(?i)\\b()invariants? " + NUMBERS);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([a-z-]+-\\d+)\">");
    private static final Pattern NUMBER = Pattern.compile("(to )?(\\d+)");
    private static final Pattern END_OF_LINE = Pattern.compile("\\R\\s*(?:\\*|//|#)?\\s*");

    private record Citation(Path where, String anchor) {}

    @Test
    void readings_thatAreCited_exist() {
        List<Citation> cited = citations(READING, "reading");
        assertThat(cited).as("the pattern still finds citations").hasSizeGreaterThan(150);
        assertAllAreIn("docs/reference/readings.md", cited);
    }

    @Test
    void invariants_thatAreCited_exist() {
        List<Citation> cited = citations(INVARIANT, "invariant");
        assertThat(cited).as("the pattern still finds citations").hasSizeGreaterThan(20);
        assertAllAreIn("docs/architecture.md", cited);
    }

    private static void assertAllAreIn(String page, List<Citation> cited) {
        Set<String> anchors = ANCHOR.matcher(Repository.text(Repository.HOME.resolve(page)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertThat(cited)
                .as("citations of " + page)
                .allSatisfy(citation -> assertThat(anchors).contains(citation.anchor()));
    }

    private static List<Citation> citations(Pattern pattern, String kind) {
        return Stream.concat(
                        Repository.files(Repository.HOME, ".java").stream(),
                        Repository.files(Repository.HOME.resolve("docs"), ".md").stream())
                .flatMap(file -> pattern.matcher(
                                END_OF_LINE.matcher(Repository.text(file)).replaceAll(" "))
                        .results()
                        .flatMap(found -> numbers(found.group(2))
                                .mapToObj(number -> new Citation(file, family(found) + kind + "-" + number))))
                .toList();
    }

    private static String family(MatchResult found) {
        String family = found.group(1);
        return family == null || family.isEmpty() ? "" : family.toLowerCase(Locale.ROOT) + "-";
    }

    /** "2", "2 and 10", "5, 6 and 7", "12 to 14". */
    private static IntStream numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        NUMBER.matcher(text).results().forEach(found -> {
            int number = Integer.parseInt(found.group(2));
            int first = found.group(1) == null ? number : numbers.getLast() + 1;
            IntStream.rangeClosed(first, number).forEach(numbers::add);
        });
        return numbers.stream().mapToInt(Integer::intValue);
    }
}
