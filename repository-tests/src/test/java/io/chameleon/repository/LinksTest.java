package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Links between pages, and paths of pages in code, lead to a file, and to a heading or anchor in it if they name one.
 */
class LinksTest {
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern PATH = Pattern.compile("(?<![\\w/])(docs/[\\w/-]+\\.md)(?:#([\\w-]+))?");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void links_ofEveryPage_leadToAFileAndAnAnchor() {
        assertThat(Repository.files(Repository.HOME, ".md").stream()
                        .flatMap(page ->
                                dead(page, LINK, page.resolveSibling("."), without(CODE, Repository.text(page)))))
                .isEmpty();
    }

    @Test
    void pages_thatCodeNames_exist() {
        assertThat(Stream.of(".java", ".py", ".yaml", ".tpl", ".txt", ".proto", ".md")
                        .flatMap(ending -> Repository.files(Repository.HOME, ending).stream())
                        .flatMap(file -> dead(file, PATH, Repository.HOME, Repository.text(file))))
                .isEmpty();
    }

    private Stream<String> dead(Path from, Pattern pattern, Path base, String text) {
        return pattern.matcher(text)
                .results()
                .filter(link -> !exists(link.group(1).isEmpty() ? from : base.resolve(link.group(1)), link.group(2)))
                .map(link -> from + ": " + link.group());
    }

    private boolean exists(Path file, String anchor) {
        return Files.exists(file)
                && (anchor == null
                        || anchors.computeIfAbsent(file, LinksTest::anchorsOf).contains(anchor));
    }

    private static Set<String> anchorsOf(Path page) {
        String text = Pattern.compile("(?ms)^```.*?^```")
                .matcher(Repository.text(page))
                .replaceAll("");
        Set<String> anchors = new HashSet<>(find(ANCHOR, text));
        find(HEADING, text).forEach(heading -> anchors.add(anchorOf(heading)));
        return anchors;
    }

    /** As GitHub makes it; of two equal headings only the first is known here. */
    private static String anchorOf(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("(?U)[^\\w\\- ]", "")
                .replace(' ', '-');
    }

    private static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static String without(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll("");
    }
}
