package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/internals/put.md names classes that exist, each once, and counts them. */
class PutWalkTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.]+)` \\| `(\\w+)` \\|");
    private static final Pattern STEPS = Pattern.compile("opens (\\d+) classes");
    private static final Pattern BRACKETS = Pattern.compile("the (\\d+) \\[brackets]");

    private final String page = Repository.text(Repository.HOME.resolve("docs/internals/put.md"));
    private final int brackets = page.indexOf("\n## Brackets");

    @Test
    void classes_ofTheWalk_exist() {
        assertThat(classes(page))
                .allSatisfy(name -> assertThatCode(
                                () -> Class.forName(name, false, getClass().getClassLoader()))
                        .doesNotThrowAnyException());
    }

    @Test
    void numbersOfThePage_areThoseOfItsTables() {
        assertThat(classes(page)).doesNotHaveDuplicates();
        assertThat(classes(page.substring(0, brackets))).hasSize(stated(STEPS));
        assertThat(classes(page.substring(brackets))).hasSize(stated(BRACKETS));
    }

    private static List<String> classes(String text) {
        return ROW.matcher(text)
                .results()
                .map(row -> "io.chameleon." + row.group(1) + "." + row.group(2))
                .toList();
    }

    private int stated(Pattern number) {
        Matcher found = number.matcher(page);
        assertThat(found.find()).as("the page states %s", number).isTrue();
        return Integer.parseInt(found.group(1));
    }
}
