package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that map the modules name every module of the build, and no other. */
class ModuleMapTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    /** A block of lines with an arrow each: the module begins the line. Later blocks map the inside of modules. */
    private static final Pattern MAP = Pattern.compile("```\\R((?:[^\\n`]*->[^\\n`]*\\R)+)```");

    private static final Pattern NAME = Pattern.compile("(?m)^([a-z][a-z0-9/-]*?)/?\\s");

    @ParameterizedTest
    @ValueSource(strings = {"CONTRIBUTING.md", "docs/architecture.md"})
    void map_namesExactlyTheModulesOfTheBuild(String page) {
        List<String> maps = find(MAP, Repository.text(Repository.HOME.resolve(page)));
        assertThat(maps).as("maps in " + page).isNotEmpty();
        assertThat(find(NAME, maps.getFirst()))
                .containsExactlyInAnyOrderElementsOf(modules("").toList());
    }

    /** The modules with code; one with submodules is represented by those. */
    private static Stream<String> modules(String directory) {
        return find(MODULE, Repository.text(Repository.HOME.resolve(directory + "pom.xml"))).stream()
                .map(name -> directory + name)
                .flatMap(module -> {
                    List<String> inner = modules(module + "/").toList();
                    return inner.isEmpty() ? Stream.of(module) : inner.stream();
                });
    }

    private static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
