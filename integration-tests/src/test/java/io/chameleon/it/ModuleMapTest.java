package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that map the modules name every module of the build, and no other. */
class ModuleMapTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    /** A block of lines with an arrow each: the module begins the line. */
    private static final Pattern MAP = Pattern.compile("```\\R((?:[^\\n`]*->[^\\n`]*\\R)+)```");

    private static final Pattern NAME = Pattern.compile("(?m)^([a-z][a-z-]*)/?\\s");

    @ParameterizedTest
    @ValueSource(strings = {"CONTRIBUTING.md", "docs/internals/architecture.md"})
    void map_namesExactlyTheModulesOfTheBuild(String page) {
        List<String> maps = find(MAP, Repository.text(Repository.HOME.resolve(page)));
        assertThat(maps).as("maps in " + page).hasSize(1);
        assertThat(find(NAME, maps.getFirst()))
                .containsExactlyInAnyOrderElementsOf(find(MODULE, Repository.text(Repository.HOME.resolve("pom.xml"))));
    }

    private static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
