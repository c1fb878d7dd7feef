package io.chameleon.repository;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The arrows between the rooms are those of docs/architecture.md, and no others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArrowsTest {
    private static final Set<String> PRODUCT =
            Set.of("core", "policy", "simssd", "erasure", "transport", "metadata", "server", "balancer", "client");

    private static final Map<String, Set<String>> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("simssd", Set.of("core")),
            Map.entry("erasure", Set.of()),
            Map.entry("policy", Set.of("core")),
            Map.entry("transport", Set.of("core")),
            Map.entry("metadata", Set.of("core", "transport")),
            Map.entry("server", Set.of("core", "transport", "simssd")),
            Map.entry("balancer", Set.of("core", "erasure", "policy", "transport")),
            Map.entry("client", Set.of("core", "transport", "erasure")),
            Map.entry("s3", Set.of("core", "transport", "client")),
            Map.entry("testkit", Set.of("core", "transport")),
            Map.entry("node", with(PRODUCT, "s3")),
            Map.entry("cli", with(with(PRODUCT, "s3"), "node"))));

    /** The laboratory's tools, each with the tools it may use; all of them may use the whole product. */
    private static final Map<String, Set<String>> LABORATORY = new TreeMap<>(Map.ofEntries(
            Map.entry("lab.common", Set.of()),
            Map.entry("lab.emulator", Set.of("lab.common")),
            Map.entry("lab.simulation", Set.of("lab.common")),
            Map.entry("lab.ssd", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.chaos", Set.of("lab.common")),
            Map.entry("lab.bench", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.papers", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.demo", Set.of("lab.common", "lab.emulator"))));

    /** Read once for all tests: it takes seconds. */
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.chameleon");

    @TestFactory
    Iterable<DynamicTest> room_usesOnlyTheRoomsItMay() {
        Set<String> rooms = with(ARROWS.keySet(), "lab");
        return Stream.concat(
                        ARROWS.entrySet().stream().map(room -> arrow(room, rooms)),
                        LABORATORY.entrySet().stream().map(room -> arrow(room, LABORATORY.keySet())))
                .toList();
    }

    @Test
    void insideOfTheFlashDevice_isUsedByNoOtherRoom() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.chameleon.simssd..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.chameleon.simssd.nand",
                        "io.chameleon.simssd.blocks",
                        "io.chameleon.simssd.frontier",
                        "io.chameleon.simssd.gc",
                        "io.chameleon.simssd.ftl",
                        "io.chameleon.simssd.recovery")
                .because("what is public there is so for the device's own packages")
                .check(classes);
    }

    @Test
    void packages_ofAllModules_dependOnEachOtherInOneDirectionOnly() {
        slices().matching("io.chameleon.(**)").should().beFreeOfCycles().check(classes);
    }

    /** Generated builders count; generated messages do not. */
    @Test
    void package_ofAnyModule_hasAtMost30Classes() {
        assertThat(classes.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .filter(type -> !type.getPackageName().equals("io.chameleon.transport.wire"))
                        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(30));
    }

    private DynamicTest arrow(Map.Entry<String, Set<String>> room, Set<String> rooms) {
        return DynamicTest.dynamicTest(
                room.getKey(),
                () -> noClasses()
                        .that()
                        .resideInAPackage("io.chameleon." + room.getKey() + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(forbidden(room.getKey(), room.getValue(), rooms))
                        .because("a newcomer finds where a thing is decided by the names of the folders")
                        .check(classes));
    }

    private static Set<String> with(Set<String> rooms, String one) {
        Set<String> all = new TreeSet<>(rooms);
        all.add(one);
        return all;
    }

    private static String[] forbidden(String room, Set<String> allowed, Set<String> rooms) {
        return rooms.stream()
                .filter(other -> !other.equals(room) && !allowed.contains(other))
                .map(other -> "io.chameleon." + other + "..")
                .toArray(String[]::new);
    }
}
