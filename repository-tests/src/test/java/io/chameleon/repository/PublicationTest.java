package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The POMs say what Maven Central asks of them, and those of users' modules name nothing that is not published. */
class PublicationTest {
    private static final Pattern OWN = Pattern.compile("chameleon-.+");

    private static final Pom ROOT = Pom.of(Repository.HOME.resolve("pom.xml"));

    @Test
    void rootPom_saysWhatIsInheritedOfIt() {
        assertThat(Stream.of("name", "description", "url", "licenses", "developers", "scm", "organization")
                        .filter(name -> ROOT.text(name).isEmpty()))
                .isEmpty();
    }

    @Test
    void publishedModule_hasANameAndAModuleNameOfItsOwn() {
        assertThat(published()).hasSizeGreaterThan(10).allSatisfy(pom -> {
            assertThat(pom.text("name")).as(pom.artifact()).isNotEmpty();
            assertThat(pom.text("description")).as(pom.artifact()).isNotEmpty();
            assertThat(packageDirectory(pom)).as(pom.artifact()).isDirectory();
        });
    }

    @Test
    void publishedModule_dependsOnPublishedOnesAlone() {
        List<String> names = published().stream().map(Pom::artifact).toList();
        assertThat(published())
                .allSatisfy(pom ->
                        assertThat(pom.ownDependencies()).as(pom.artifact()).isSubsetOf(names));
    }

    /** A jar's module is named like the package that all of its classes are in. */
    private static Path packageDirectory(Pom pom) {
        return pom.file()
                .resolveSibling("src/main/java/"
                        + pom.text("properties", "chameleon.module").replace('.', '/'));
    }

    private static List<Pom> published() {
        return ROOT.children("modules").stream()
                .map(module ->
                        Pom.of(Repository.HOME.resolve(module.getTextContent()).resolve("pom.xml")))
                .filter(pom -> !pom.text("properties", "maven.deploy.skip").equals("true"))
                .toList();
    }

    private record Pom(Path file, Element root) {
        static Pom of(Path file) {
            try (var in = Files.newInputStream(file)) {
                return new Pom(
                        file,
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(in)
                                .getDocumentElement());
            } catch (Exception e) {
                throw new IllegalStateException(file.toString(), e);
            }
        }

        String artifact() {
            return text("artifactId");
        }

        /** Empty if there is no such element. */
        String text(String... path) {
            Element at = root;
            for (String name : path) {
                Element next = find(at, name);
                if (next == null) {
                    return "";
                }
                at = next;
            }
            return at.getTextContent().strip();
        }

        List<Element> children(String name) {
            return children(Objects.requireNonNull(find(root, name), name)).toList();
        }

        List<String> ownDependencies() {
            return children("dependencies").stream()
                    .filter(each -> find(each, "scope") == null)
                    .map(each ->
                            Objects.requireNonNull(find(each, "artifactId")).getTextContent())
                    .filter(OWN.asMatchPredicate())
                    .toList();
        }

        private static Stream<Element> children(Element parent) {
            return Stream.iterate(parent.getFirstChild(), Objects::nonNull, Node::getNextSibling)
                    .filter(Element.class::isInstance)
                    .map(Element.class::cast);
        }

        private static @Nullable Element find(Element parent, String name) {
            return children(parent)
                    .filter(child -> child.getTagName().equals(name))
                    .findFirst()
                    .orElse(null);
        }
    }
}
