package io.chameleon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What applications compile against changes on purpose only. The packages that the jar's manifest exports are the API;
 * {@code src/test/resources/api.txt} has their types and members.
 */
class PublicApiTest {
    private static final Path PINNED = Path.of("src/test/resources/api.txt");
    private static final Path CLASSES = Path.of("target/classes");
    private static final Pattern EXPORTS = Pattern.compile("<Export-Package>([^<]+)</Export-Package>");
    private static final String RENEW = "mvn -B -pl client-sdk test -Dtest=PublicApiTest -Dchameleon.api.update=true";

    @Test
    void api_isThatOfTheCheckedInFile() throws IOException {
        List<String> api = exported().stream()
                .flatMap(name -> ApiText.of(name, CLASSES.resolve(name.replace('.', '/'))))
                .toList();
        if (Boolean.getBoolean("chameleon.api.update")) {
            Files.write(PINNED, api);
        }
        assertThat(api)
                .as(
                        "The SDK's public API is not that of client-sdk/%s. If you mean it, run '%s',"
                                + " and say in CHANGELOG.md what applications must change.",
                        PINNED, RENEW)
                .containsExactlyElementsOf(Files.readAllLines(PINNED));
    }

    @Test
    void manifest_exportsEveryPackageThatIsNotInternal() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".class"))
                            .map(file -> CLASSES.relativize(file.getParent())
                                    .toString()
                                    .replace('/', '.'))
                            .filter(name -> !name.contains(".internal"))
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(exported());
        }
    }

    private static List<String> exported() throws IOException {
        return EXPORTS.matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .flatMap(found -> Stream.of(found.group(1).strip().split("\\s*,\\s*")))
                .toList();
    }
}
