package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code images/chameleon}, the entry point of the image, in a directory that is like one: this JVM's Java, and a
 * program that says how it was started in place of the command line.
 */
class ImageLauncherTest {
    private static final String OPTIONS = "JDK_JAVA_OPTIONS";
    private static final String PROGRAM = """
            package io.chameleon.cli;
            public class Main {
                public static void main(String[] arguments) {
                    if (arguments[0].equals("put")) {
                        try {
                            System.out.println("read " + System.in.read());
                        } catch (java.io.IOException e) {
                            System.out.println("stdin: " + e.getMessage());
                        }
                    }
                    System.out.println(String.join(" ", arguments) + ", vectors "
                            + ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() + ", heap "
                            + Runtime.getRuntime().totalMemory() + " of "
                            + Runtime.getRuntime().maxMemory() + ", young " + young() + colour());
                }

                private static String colour() {
                    String colour = System.getProperty("colour");
                    return colour == null ? "" : ", " + colour;
                }

                private static long young() {
                    return java.lang.management.ManagementFactory.getMemoryPoolMXBeans().stream()
                            .filter(pool -> pool.getName().contains("Eden") || pool.getName().contains("Survivor"))
                            .mapToLong(pool -> pool.getUsage().getCommitted())
                            .sum() >> 20;
                }
            }
            """;

    @TempDir
    private static Path image;

    private static Path launcher;
    private static Path library;
    private static byte[] trained;

    private record Run(int exitCode, String output, String errors) {}

    /** What may have become of a cache. */
    private enum Damage {
        GARBAGE,
        TRUNCATED,
        HEAD_ONLY,
        EMPTY,
        OTHER_LIBRARY;

        void to(Path cache) throws IOException {
            switch (this) {
                case GARBAGE -> Files.writeString(cache, "not a cache\n".repeat(1000));
                case TRUNCATED -> Files.write(cache, Arrays.copyOf(trained, trained.length / 2));
                case HEAD_ONLY -> Files.write(cache, Arrays.copyOf(trained, 100));
                case EMPTY -> Files.write(cache, new byte[0]);
                case OTHER_LIBRARY -> Files.setLastModifiedTime(library, FileTime.fromMillis(1_000_000));
            }
        }
    }

    @BeforeAll
    static void unpack() throws IOException {
        Path original = Path.of("..", "images", "chameleon");
        launcher = Files.copy(original, image.resolve("chameleon"), StandardCopyOption.COPY_ATTRIBUTES);
        String script = Files.readString(original);
        assertThat(script).containsOnlyOnce("root=''");
        Files.writeString(launcher, script.replace("root=''", "root='" + image + "'"));
        Files.createDirectories(image.resolve("opt"));
        Files.createSymbolicLink(image.resolve("opt/java"), Path.of(System.getProperty("java.home")));
        library = image.resolve("app/libs/chameleon.jar");
        Files.createDirectories(library.getParent());
        Files.writeString(image.resolve("app/jib-classpath-file"), library.toString());
        Path source = Files.writeString(image.resolve("Main.java"), PROGRAM);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", image.resolve("classes").toString(), source.toString());
        assertThat(compiled).isZero();
        try (OutputStream file = Files.newOutputStream(library);
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry("io/chameleon/cli/Main.class"));
            Files.copy(image.resolve("classes/io/chameleon/cli/Main.class"), jar);
        }
        Files.setLastModifiedTime(library, FileTime.fromMillis(1_000));
        Path cache = image.resolve("trained.aot");
        assertThat(run(Map.of(OPTIONS, "-XX:AOTCacheOutput=" + cache), "train").exitCode())
                .isZero();
        trained = Files.readAllBytes(cache);
    }

    /** The directory is deleted afterwards, and a link out of it would be worth a warning. */
    @AfterAll
    static void unlink() throws IOException {
        Files.delete(image.resolve("opt/java"));
    }

    private static Path cache() {
        return image.resolve("app/chameleon.aot");
    }

    @AfterEach
    void asItWas() throws IOException {
        Files.deleteIfExists(cache());
        Files.setLastModifiedTime(library, FileTime.fromMillis(1_000));
    }

    @Test
    void cache_thatFits_isUsed() throws IOException {
        Files.write(cache(), trained);
        Path loaded = image.resolve("loaded");

        Run run = run(Map.of(OPTIONS, "-Xlog:class+load:file=" + loaded), "version");

        assertThat(run.exitCode()).isZero();
        assertThat(Files.readAllLines(loaded, StandardCharsets.UTF_8))
                .anyMatch(line -> line.contains("io.chameleon.cli.Main source: shared objects file"));
    }

    @ParameterizedTest
    @EnumSource
    void cache_thatDoesNotFit_isPassedOverWithoutAWord(Damage damage) throws IOException {
        Files.write(cache(), trained);
        damage.to(cache());

        Run run = run(Map.of(), "version");

        assertThat(run.errors()).isEmpty();
        assertThat(run.output()).startsWith("version, ");
        assertThat(run.exitCode()).isZero();
    }

    /** Another collector's objects, no archive at all, one of the user's own: each would be an error beside ours. */
    @ParameterizedTest
    @ValueSource(
            strings = {"-XX:+UseZGC", "-XX:+UseG1GC", "-Xshare:off", "-XX:AOTMode=off", "-XX:SharedArchiveFile=none.jsa"
            })
    void optionsOfTheUser_thatExcludeTheCache_startWithoutIt(String options) throws IOException {
        Files.write(cache(), trained);

        Run run = run(Map.of(OPTIONS, options), "wear");

        assertThat(run.errors()).isEmpty();
        assertThat(run.output()).startsWith("wear, ");
        assertThat(run.exitCode()).isZero();
    }

    /** Java's own note about the variable would be a line that is no JSON in each log. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "-Xmx64m -Dcolour=red, false",
                "-Dcolour=red --add-modules=java.sql, false",
                "-Dcolour='light red', true"
            })
    void optionsOfTheUser_areTaken_withoutANoteIfTheyArePlain(String options, boolean noted) {
        Run run = run(Map.of(OPTIONS, options), "wear");

        assertThat(run.errors()).isEqualTo(noted ? "NOTE: Picked up JDK_JAVA_OPTIONS: " + options : "");
        assertThat(run.output()).startsWith("wear, ").endsWith(noted ? "light red" : "red");
    }

    /** A word that is no option would be taken for the program's name. */
    @Test
    void mistakeInTheOptionsOfTheUser_isSaid() {
        Run run = run(Map.of(OPTIONS, "-Xmx64m red"), "wear");

        assertThat(run.errors()).contains("JDK_JAVA_OPTIONS");
        assertThat(run.exitCode()).isNotZero();
    }

    @Test
    void heapOfTheUser_replacesTheShareOfMemory() {
        assertThat(run(Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m"), "wear").output())
                .matches("wear, vectors false, heap 1\\d{7} of 6\\d{7}, young \\d");
    }

    /** A JVM ends at once if the cache's objects do not fit into the heap that it begins with: 8 MiB, by itself. */
    @Test
    void containerOfLittleMemory_beginsWithAHeapForTheCache() {
        assertThat(run(Map.of(OPTIONS, "-XX:MaxRAM=128m"), "wear").output())
                .matches("wear, vectors false, heap 1[5-6]\\d{6} of 6\\d{7}, young \\d");
    }

    @ParameterizedTest
    @CsvSource({"-Xms8m, false", "-Xmn6m, false", "-Xms20m, true", "-Xms100m -Xmx200m, true", "-Xms1g, true"})
    void heapOfTheUser_decidesWhetherTheCacheHasRoom(String options, boolean used) throws IOException {
        Files.write(cache(), trained);
        Path loaded = image.resolve("loaded");

        Run run = run(Map.of(OPTIONS, options + " -Xlog:class+load:file=" + loaded), "wear");

        assertThat(run.exitCode()).isZero();
        assertThat(Files.readAllLines(loaded, StandardCharsets.UTF_8).stream()
                        .anyMatch(line -> line.contains("io.chameleon.cli.Main source: shared objects file")))
                .isEqualTo(used);
    }

    /** The JVM counts one of two survivor spaces: 21.6 MiB of a young generation of 24. */
    @ParameterizedTest
    @CsvSource({
        "server, '', 21",
        "metadata, '', 21",
        "balancer, '', 21",
        "zookeeper, -Xmx64m, 21",
        "s3, '', 21",
        "server, -XX:MaxNewSize=64m, 21",
        "wear, '', 5",
        "metadata, -Xmx48m, 2",
        "metadata, -XX:MaxNewSize=8m, 2",
        "metadata, -Xmn12m, 10",
        "metadata, -XX:NewSize=10m, 9",
        "metadata, -Xms32m, 4",
        "metadata, -XX:NewRatio=3, 21"
    })
    void role_beginsWithAYoungGenerationThatDoesNotPromoteWhatIsSoonDead(String role, String options, int mebibytes) {
        Run run = run(Map.of(OPTIONS, options), role);

        assertThat(run.errors()).doesNotContain("rror", "arning");
        assertThat(run.output()).matches(role + ", .*, young (" + mebibytes + "|" + (mebibytes - 1) + ")");
    }

    @ParameterizedTest
    @CsvSource({
        "server, -XX:MaxNewSize=64m, true",
        "server, -XX:MaxNewSize=65536k, true",
        "metadata, -Xmx40m, true",
        "metadata, -XX:NewSize=10m, false"
    })
    void role_startsFromTheCache_unlessItsOldGenerationMayBeTooSmall(String role, String options, boolean used)
            throws IOException {
        Files.write(cache(), trained);
        Path loaded = image.resolve("loaded");

        Run run = run(Map.of(OPTIONS, options + " -Xlog:class+load:file=" + loaded), role);

        assertThat(run.exitCode()).isZero();
        assertThat(Files.readAllLines(loaded, StandardCharsets.UTF_8).stream()
                        .anyMatch(line -> line.contains("io.chameleon.cli.Main source: shared objects file")))
                .isEqualTo(used);
    }

    /** A JVM with the Vector API does not map the cache, and would then map no other archive of classes either. */
    @Test
    void gateway_hasTheVectorApi_andTheClassesOfJava() throws IOException {
        Files.write(cache(), trained);
        Path loaded = image.resolve("loaded");

        Run run = run(Map.of(OPTIONS, "-Xlog:class+load:file=" + loaded), "s3");

        assertThat(run.output()).startsWith("s3, vectors true");
        assertThat(Files.readAllLines(loaded, StandardCharsets.UTF_8))
                .anyMatch(line -> line.contains("java.lang.Object source: shared objects file"))
                .noneMatch(line -> line.contains("io.chameleon.cli.Main source: shared objects file"));
    }

    @Test
    void balancer_withoutIsaL_hasTheVectorApi() throws IOException {
        Path directory = Files.createDirectories(image.resolve("usr/lib/x86_64-linux-gnu"));

        assertThat(run(Map.of(), "balancer").output()).startsWith("balancer, vectors true");

        Path isal = Files.createFile(directory.resolve("libisal.so.2"));
        assertThat(run(Map.of(), "balancer").output()).startsWith("balancer, vectors false");
        Files.delete(isal);
        assertThat(run(Map.of(), "server").output()).startsWith("server, vectors false");
    }

    /** The JVM would take a file of its own for stdin, and store that. */
    @Test
    void stdin_thatIsClosed_cannotBeRead() {
        Run run = started(Map.of(), List.of("sh", "-c", "exec \"$0\" put - <&-", launcher.toString()));

        assertThat(run.output()).startsWith("stdin: Bad file descriptor");
        assertThat(run.exitCode()).isZero();
    }

    /** In the locale C all of them would be the same character. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", ""})
    void charactersBeyondAscii_areReadAsUtf8_whereThereIsNoLocale(String locale) {
        Run run = started(
                Map.of("LC_ALL", locale, "LC_CTYPE", "", "LANG", ""),
                List.of("sh", "-c", "exec \"$0\" ls \"$(printf '\\303\\244\\303\\266')\"", launcher.toString()));

        assertThat(run.output()).startsWith("ls äö, ");
    }

    private static Run run(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        return started(environment, command);
    }

    private static Run started(Map<String, String> environment, List<String> command) {
        try {
            Path errors = Files.createTempFile(image, "errors", "");
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
            List.of(OPTIONS, "JAVA_TOOL_OPTIONS").forEach(builder.environment()::remove);
            builder.environment().putAll(environment);
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(
                    process.waitFor(), output.strip(), Files.readString(errors).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
