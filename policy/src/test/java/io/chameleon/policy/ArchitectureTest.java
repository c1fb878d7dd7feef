package io.chameleon.policy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The planners are pure, so that the balancer, the emulator and a dry run get the same answer. */
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
}
