package io.chameleon.repository.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ChameleonClient;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A block of Java. A whole compilation unit is compiled as it is; statements are compiled as the body of a method that
 * has {@code store}, {@code file} and {@code bytes} in scope and the SDK's packages imported.
 */
record JavaSnippet(Snippet snippet) {
    /** What a block contains that can only be compiled here, and why. */
    private static final List<String> COMPILED_ONLY = List.of(
            "class NotesTest", // the module testing runs it
            "class ReportsTest", // as above
            "new ChameleonContainer(", // needs a container engine
            "meta-1.example"); // not there

    private static final String IMPORTS = Stream.of(
                    "io.chameleon.client",
                    "io.chameleon.client.credentials",
                    "io.chameleon.client.error",
                    "io.chameleon.client.listen",
                    "io.chameleon.client.options",
                    "io.chameleon.core.access",
                    "io.chameleon.core.bucket",
                    "io.chameleon.core.redundancy",
                    "io.chameleon.core.version",
                    "io.chameleon.testing",
                    "io.micrometer.core.instrument",
                    "java.net.http",
                    "java.nio",
                    "java.nio.charset",
                    "java.nio.file",
                    "java.time",
                    "java.util",
                    "java.util.concurrent")
            .map(name -> "import " + name + ".*;")
            .reduce("", String::concat);

    /** For applications' own code: what is said of the SDK is true of this Java too. */
    private static final String OLDEST_JAVA = "17";

    /**
     * Compiles, and runs if it can be run.
     *
     * @param metadata address of a cluster, in place of that of {@code chameleon dev}
     */
    void check(Path directory, String metadata, ChameleonClient store, Path file) throws Exception {
        Path classes = Files.createTempDirectory(directory, "classes");
        compile(source().replace("127.0.0.1:7400", metadata), classes);
        if (COMPILED_ONLY.stream().noneMatch(snippet.text()::contains)) {
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
                loader.loadClass("Fragment")
                        .getMethod("run", ChameleonClient.class, Path.class, byte[].class)
                        .invoke(null, store, file, new byte[10]);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(snippet.place() + ": " + (e.getCause() == null ? e : e.getCause()), e);
            }
        }
    }

    private boolean isWhole() {
        return snippet.text().startsWith("import ");
    }

    private String className() {
        return isWhole() ? snippet.text().replaceFirst("(?s).*?\\bclass (\\w+).*", "$1") : "Fragment";
    }

    /** Parameters are fields, so that a block may declare a variable of the same name. */
    private String source() {
        return isWhole() ? snippet.text() : IMPORTS + """
            public class Fragment {
                static ChameleonClient store; static Path file; static byte[] bytes;
                public static void run(ChameleonClient s, Path f, byte[] b) throws Exception {
                    store = s; file = f; bytes = b;
                    run();
                }
                static void run() throws Exception {
            """ + snippet.text() + "\n}}\n";
    }

    private void compile(String source, Path classes) throws IOException {
        Path file = Files.writeString(classes.resolve(className() + ".java"), source);
        String release = snippet.text().contains("Container") || isWhole() ? "25" : OLDEST_JAVA;
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "--release",
                    release,
                    "-d",
                    classes.toString(),
                    // Or javac takes sources that lie in jars, such as a VersionInfo.java of the AWS SDK.
                    "-sourcepath",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            assertThat(compiled)
                    .as("%s compiles:%n%s", snippet.place(), messages)
                    .isTrue();
        }
    }
}
