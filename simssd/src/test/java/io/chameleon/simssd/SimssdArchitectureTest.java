package io.chameleon.simssd;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The packages of the flash device and what each may use. */
class SimssdArchitectureTest {
    /** With more classes, a package cannot be grasped at a glance. */
    private static final int MOST_CLASSES = 30;

    /** The device's internal packages, in the order of the package documentation. */
    private static final List<String> INSIDE = List.of("nand", "blocks", "frontier", "gc", "ftl", "recovery", "device");

    private static final JavaClasses SIMSSD = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.chameleon.simssd");

    @Test
    void packages_useEachOther_withoutACircle() {
        slices().matching("io.chameleon.(**)").should().beFreeOfCycles().check(SIMSSD);
    }

    @Test
    void inside_ofTheDevice_isBuiltFromTheArrayUp() {
        for (int room = 0; room < INSIDE.size(); room++) {
            String[] above = INSIDE.subList(room + 1, INSIDE.size()).stream()
                    .map(SimssdArchitectureTest::packageOf)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(packageOf(INSIDE.get(room)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .because("a reader who comes from below needs nothing of what is above")
                    .check(SIMSSD);
        }
    }

    @Test
    void package_hasFewEnoughClasses_toBeSeenAtAGlance() {
        Map<String, Long> classes = SIMSSD.stream()
                .filter(SimssdArchitectureTest::isWritten)
                .collect(groupingBy(JavaClass::getPackageName, counting()));
        assertThat(classes).containsKeys("io.chameleon.simssd", packageOf("gc"));
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

    private static String packageOf(String room) {
        return "io.chameleon.simssd." + room;
    }
}
