package io.chameleon.core.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What core must not use. Each rule is also run on a class that violates it, so a rule that matches nothing fails. */
class CoreArchitectureTest {
    /** With more classes, a package cannot be grasped at a glance. */
    private static final int MOST_CLASSES = 30;

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages("io.chameleon.core");

    private static final Map<String, ArchRule> RULES = Map.of(
            "dependencies",
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.jspecify.annotations..", "io.chameleon.core..")
                    .because("core lives inside other people's applications, whose libraries must not clash with ours"),
            "clock",
            noClasses()
                    .should()
                    .accessTargetWhere(target("a clock is read", CoreArchitectureTest::readsAClock))
                    .because("time is an argument (InstantSource), so that a whole cluster can run in simulated time"),
            "randomness",
            noClasses()
                    .should()
                    .accessTargetWhere(
                            target("randomness is drawn from nowhere", CoreArchitectureTest::makesRandomness))
                    .because("chance is an argument (RandomGenerator), so that a seed repeats a run"),
            "threads",
            noClasses()
                    .should()
                    .dependOnClassesThat(assignableTo(Thread.class)
                            .or(assignableTo(Executor.class))
                            .or(assignableTo(Executors.class))
                            .or(assignableTo(CompletableFuture.class))
                            .or(assignableTo(Timer.class)))
                    .because("whoever calls core owns the threads, so that a simulation can run in one"),
            "input and output",
            noClasses()
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(
                            "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.sql.."))
                    .because(
                            "core decides and others act: files, sockets and databases belong to the rooms that own them"));

    private static DescribedPredicate<JavaAccess<?>> target(String description, Predicate<JavaAccess<?>> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }

    private static boolean readsAClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return owner.equals("java.lang.System")
                        && Set.of("currentTimeMillis", "nanoTime").contains(name)
                || owner.startsWith("java.time.")
                        && (name.equals("now") || name.startsWith("system") || name.startsWith("tick"));
    }

    private static boolean makesRandomness(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return access.getTargetOwner().isAssignableTo(RandomGenerator.class)
                        && Set.of("<init>", "current", "getDefault", "of", "getInstanceStrong")
                                .contains(name)
                || owner.equals("java.lang.Math") && name.equals("random")
                || owner.equals("java.util.UUID") && name.equals("randomUUID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dependencies", "clock", "randomness", "threads", "input and output"})
    void core_keepsTheRule(String name) {
        rule(name).check(CORE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dependencies", "clock", "randomness", "threads", "input and output"})
    void rule_shownAClassThatBreaksIt_saysSo(String name) {
        JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
        assertThat(rule(name).evaluate(offender).hasViolation()).isTrue();
    }

    @Test
    void packages_useEachOther_withoutACircle() {
        slices().matching("io.chameleon.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void package_hasFewEnoughClasses_toBeSeenAtAGlance() {
        Map<String, Long> classes = CORE.stream()
                .filter(CoreArchitectureTest::isWritten)
                .collect(groupingBy(JavaClass::getPackageName, counting()));
        assertThat(classes).containsKeys("io.chameleon.core.mapping", "io.chameleon.core.mapping.table");
        assertThat(classes)
                .allSatisfy((name, count) ->
                        assertThat(count).as("classes in %s", name).isLessThanOrEqualTo(MOST_CLASSES));
    }

    /** Top-level classes, except those that annotation processors generate. */
    private static boolean isWritten(JavaClass type) {
        return type.isTopLevelClass()
                && !type.getSimpleName().equals("package-info")
                && type.getAnnotations().stream()
                        .noneMatch(note -> note.getRawType().getSimpleName().endsWith("Generated"));
    }

    private static ArchRule rule(String name) {
        return Objects.requireNonNull(RULES.get(name));
    }

    /** Breaks every rule at once; only its bytecode is read. */
    static final class Offender {
        List<Object> offences() {
            return List.of(Instant.now(), Math.random(), new Thread(() -> {}), new File("x"), classes());
        }
    }
}
