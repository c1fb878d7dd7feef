package io.chameleon.policy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The planners are pure, so that the balancer, the emulator and a dry run get the same plan. Their packages can be read
 * one after the other.
 */
class ArchitectureTest {
    private static final JavaClasses POLICY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.chameleon.policy");

    @Test
    void policy_dependsOnCoreAndTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.chameleon.policy..", "io.chameleon.core..", "java..", "org.jspecify..")
                .check(POLICY);
    }

    @Test
    void policy_hasNoClockRandomnessThreadOrInputAndOutput() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.nio..",
                        "java.sql..",
                        "java.time..",
                        "java.util.concurrent..",
                        "java.util.random..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .because("the same snapshot must give the same plan")
                .check(POLICY);
    }

    @Test
    void packages_dependOnEachOtherInOneDirectionOnly() {
        slices().matching("io.chameleon.(**)").should().beFreeOfCycles().check(POLICY);
    }

    @Test
    void api_knowsNoPolicy() {
        noClasses()
                .that()
                .resideInAPackage("io.chameleon.policy")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.chameleon.policy.*..")
                .check(POLICY);
    }

    /** Generated builders count. */
    @Test
    void package_hasAtMost30Classes() {
        assertThat(POLICY.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
                .hasSizeGreaterThan(1)
                .allSatisfy((name, classes) -> assertThat(classes).as(name).isLessThanOrEqualTo(30));
    }
}
