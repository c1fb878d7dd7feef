package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.transport.security.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/guide/sdk.md shows {@link SdkExample} word for word, and that compiles and runs. */
final class SdkDocTest {
    private static final Path DOC = Path.of("../docs/guide/sdk.md");
    private static final Path EXAMPLE = Path.of("src/test/java/io/chameleon/client/SdkExample.java");
    private static final Pattern PART =
            Pattern.compile("        // example: (\\w+)\n(.*?)        // end\n", Pattern.DOTALL);

    @Test
    void document_showsEveryPartOfTheExample() throws IOException {
        String document = Files.readString(DOC);
        Matcher part = PART.matcher(Files.readString(EXAMPLE));
        int parts = 0;
        while (part.find()) {
            parts++;
            assertThat(document)
                    .as(part.group(1))
                    .contains("```java\n" + part.group(2).stripTrailing().stripIndent() + "\n```\n");
        }
        assertThat(parts).isEqualTo(16);
        assertThat(document.split("```java\n", -1)).as("nothing else is shown").hasSize(parts + 1);
    }

    @Test
    void document_namesEveryExceptionAndEveryKnob() throws IOException {
        String document = Files.readString(DOC);
        for (Class<?> exception : io.chameleon.client.error.ChameleonException.class.getPermittedSubclasses()) {
            assertThat(document).contains("`" + exception.getSimpleName() + "`");
        }
        for (var method : ClientBuilder.class.getDeclaredMethods()) {
            if (java.lang.reflect.Modifier.isPublic(method.getModifiers())
                    && !method.getName().equals("build")) {
                assertThat(document).contains("`" + method.getName() + "`");
            }
        }
    }

    @Test
    void example_runs(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("cat.jpg"), "A picture of a cat.\n");
        try (FakeCluster cluster = new FakeCluster(7);
                ChameleonClient store = cluster.client()) {
            store.put("stats", "visits", new byte[0], PutOptions.DEFAULT.userMetadata(Map.of("count", "41")));

            assertThat(SdkExample.use(store, file)).hasSize(16);
            SdkExample.policies(store, new byte[10]);
            SdkExample.schemes(store, new byte[10]);
            SdkExample.grants(store, new byte[10]);
            SdkExample.count(store);
            SdkExample.changes(store);
            byte[] copy = "purrs".getBytes(StandardCharsets.UTF_8);
            assertThat(SdkExample.refreshed(store)).isEqualTo(copy);
            assertThat(SdkExample.hasty(store, file)).isEqualTo(copy);
            SdkExample.uploads(store, file);
            SdkExample.versions(store, new byte[10]);
            SdkExample.async(store);
            SdkExample.publishers(store, file);
            SdkExample.errors(store);
            SdkExample.connect().close();
            SdkExample.followed().close();
            SdkExample.connectAs(Files.writeString(
                            directory.resolve("token"), Token.random("alice-1", new SecureRandom()) + "\n"))
                    .close();

            assertThat(store.head(BUCKET, "cat.jpg").userMetadata()).containsEntry("alt", "a cat, asleep");
            assertThat(store.get("drafts", "cat.jpg")).containsExactly(1, 2, 3);
            assertThat(store.get("films", "long")).isEqualTo(Files.readAllBytes(file));
            assertThat(store.get("copies", "cat.jpg")).isEqualTo(Files.readAllBytes(file));
            assertThat(store.head("stats", "visits").userMetadata()).containsEntry("count", "42");
            assertThat(store.listAll(BUCKET, "").map(ObjectInfo::key).toList())
                    .isEqualTo(List.of("cat.jpg", "film", "note"));
        }
    }
}
