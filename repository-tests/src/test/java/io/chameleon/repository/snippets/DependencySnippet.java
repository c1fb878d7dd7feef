package io.chameleon.repository.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.repository.Repository;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A dependency for a reader's pom.xml, on what this build installs. */
final class DependencySnippet {
    /** The root POM lists what is installed, with its own version. */
    private static final Pattern OWN_VERSION =
            Pattern.compile("<artifactId>chameleon</artifactId>\\s*<version>([^<]+)</version>");

    private static final Pattern DEPENDENCY = Pattern.compile("""
            <dependency>
              (<groupId>io.chameleon</groupId>
              <artifactId>[^<]+</artifactId>)
              <version>([^<]+)</version>
            (  <scope>test</scope>
            )?</dependency>""");

    private DependencySnippet() {}

    static void check(Snippet snippet) {
        String pom = Repository.text(Repository.HOME.resolve("pom.xml"));
        Matcher own = OWN_VERSION.matcher(pom);
        assertThat(own.find()).isTrue();
        Matcher dependency = DEPENDENCY.matcher(snippet.text());
        assertThat(dependency.matches())
                .as("%s is a dependency", snippet.place())
                .isTrue();
        assertThat(pom.replaceAll("\\s", ""))
                .as(snippet.place())
                .contains("<dependency>" + dependency.group(1).replaceAll("\\s", "") + "<version>${project.version}<");
        assertThat(dependency.group(2)).as(snippet.place()).isEqualTo(own.group(1));
    }
}
