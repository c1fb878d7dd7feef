package io.chameleon.balancer;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The packages are rooms that can be read one after the other. ArrowsTest says what other modules they may use. */
class ArchitectureTest {
    private static final JavaClasses BALANCER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.chameleon.balancer");

    @Test
    void packages_dependOnEachOtherInOneDirectionOnly() {
        slices().matching("io.chameleon.(**)").should().beFreeOfCycles().check(BALANCER);
    }

    /** Generated builders count. */
    @Test
    void package_hasAtMost30Classes() {
        assertThat(BALANCER.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
                .hasSizeGreaterThan(1)
                .allSatisfy((name, classes) -> assertThat(classes).as(name).isLessThanOrEqualTo(30));
    }
}
