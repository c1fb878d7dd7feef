package io.chameleon.repository.snippets;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.repository.Repository;
import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each block of code of README.md and docs/guide does what a reader who copies it expects, in the order of the page.
 */
@ChameleonCluster(s3 = true)
@Order(1) // takes the longest
class SnippetsTest {
    @TempDir
    static Path directory;

    @TestFactory
    Stream<DynamicNode> codeOfAPage_works(RunningCluster cluster, ChameleonClient store) throws IOException {
        Shell shell = new Shell(
                directory, cluster.metadataAddress(), cluster.s3Endpoint().getAuthority());
        Files.copy(Repository.HOME.resolve("README.md"), directory.resolve("README.md"));
        byte[] content = new byte[6 << 20];
        new Random(1).nextBytes(content);
        Files.write(directory.resolve("big"), content);
        Path cat = Files.writeString(directory.resolve("cat.jpg"), "A picture of a cat.\n");
        store.put("stats", "visits", new byte[0], PutOptions.DEFAULT.userMetadata(Map.of("count", "41")));
        return pages().map(page -> dynamicContainer(
                page,
                Snippet.of(page, Repository.text(Repository.HOME.resolve(page))).stream()
                        .flatMap(snippet -> switch (snippet.language()) {
                            case "java" ->
                                Stream.of(dynamicTest(
                                        snippet.place(),
                                        () -> new JavaSnippet(snippet)
                                                .check(directory, cluster.metadataAddress(), store, cat)));
                            case "python" -> Stream.of(dynamicTest(snippet.place(), () -> shell.python(snippet)));
                            case "sh", "console" ->
                                ShellCommand.of(snippet).stream()
                                        .map(command -> dynamicTest(command.place(), () -> shell.check(command)));
                            case "xml" ->
                                Stream.of(dynamicTest(snippet.place(), () -> DependencySnippet.check(snippet)));
                            case "properties" ->
                                Stream.of(); // SpringTest of module testing starts an application with them
                            default ->
                                Stream.of(dynamicTest(
                                        snippet.place(),
                                        () -> fail(
                                                "%s: a block is java, console, properties, python, sh, xml or indented, this is '%s'",
                                                snippet.place(), snippet.language())));
                        })));
    }

    private static Stream<String> pages() throws IOException {
        try (Stream<Path> guide = Files.list(Repository.HOME.resolve("docs/guide"))) {
            List<String> names = guide.map(page -> "docs/guide/" + page.getFileName())
                    .sorted()
                    .toList();
            return Stream.concat(Stream.of("README.md"), names.stream());
        }
    }
}
