package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/formats.md lists the versions that the code knows, all of them and no others, each with what readers
 * get.
 */
class FormatsTest {
    private static final Path PAGE = Repository.HOME.resolve("docs/reference/formats.md");
    private static final Pattern ENUM = Pattern.compile("(?m)^(?:public )?enum (\\w+) implements FormatVersion");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    /** {@code ### Title: `EnumName`}, and what follows it up to the next heading. */
    private static final Pattern SECTION = Pattern.compile("(?ms)^### [^\\n]*: `(\\w+)`$(.*?)(?=^##|\\z)");

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\d+) \\| `(\\w+)` \\| (.+?) \\| (.+?) \\| (.+?) \\|$");

    @Test
    void versionsOnThePage_areThoseOfTheCode() throws ReflectiveOperationException {
        Map<String, List<String>> documented = new TreeMap<>();
        Matcher sections = SECTION.matcher(Repository.text(PAGE));
        while (sections.find()) {
            documented.put(
                    sections.group(1),
                    ROW.matcher(sections.group(2))
                            .results()
                            .map(row -> row.group(1) + " " + row.group(2))
                            .toList());
        }
        assertThat(documented).isEqualTo(versionsOfTheCode());
    }

    /** Reason, what an older reader gets, what this release does: a blank or a dash in one of them says nothing. */
    @Test
    void everyVersion_saysWhy_andWhatReadersGet() {
        List<MatchResult> rows = ROW.matcher(Repository.text(PAGE)).results().toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            for (int column = 3; column <= 5; column++) {
                assertThat(row.group(column)).as(row.group()).hasSizeGreaterThan(5);
            }
        });
    }

    private static Map<String, List<String>> versionsOfTheCode() throws ReflectiveOperationException {
        Map<String, List<String>> versions = new TreeMap<>();
        for (Path file : Repository.files(Repository.HOME, ".java")) {
            String code = Repository.text(file);
            Matcher found = ENUM.matcher(code);
            if (found.find()) {
                Matcher in = PACKAGE.matcher(code);
                assertThat(in.find()).as("package of %s", file).isTrue();
                versions.put(found.group(1), versions(Class.forName(in.group(1) + '.' + found.group(1))));
            }
        }
        return versions;
    }

    private static List<String> versions(Class<?> type) throws ReflectiveOperationException {
        Method number = type.getDeclaredMethod("number");
        number.setAccessible(true);
        List<String> versions = new ArrayList<>();
        for (Object version : type.getEnumConstants()) {
            versions.add(number.invoke(version) + " " + ((Enum<?>) version).name());
        }
        return versions;
    }
}
