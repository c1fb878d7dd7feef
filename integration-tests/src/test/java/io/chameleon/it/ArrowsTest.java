package io.chameleon.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the rooms are those of docs/architecture.md, and no others. */
class ArrowsTest {
    private static final Set<String> PRODUCT =
            Set.of("core", "policy", "simssd", "erasure", "transport", "metadata", "server", "balancer", "client");

    private static final Map<String, Set<String>> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("simssd", Set.of()),
            Map.entry("erasure", Set.of()),
            Map.entry("policy", Set.of("core")),
            Map.entry("transport", Set.of("core")),
            Map.entry("metadata", Set.of("core", "transport")),
            Map.entry("server", Set.of("core", "transport", "simssd")),
            Map.entry("balancer", Set.of("core", "erasure", "policy", "transport")),
            Map.entry("client", Set.of("core", "transport", "erasure")),
            Map.entry("node", PRODUCT),
            Map.entry("cli", with(PRODUCT, "node"))));

    /** Tools of the laboratory by what they may use of each other; of the product they may use all. */
    private static final Map<String, Set<String>> LABORATORY = new TreeMap<>(Map.ofEntries(
            Map.entry("lab.common", Set.of()),
            Map.entry("lab.emulator", Set.of("lab.common")),
            Map.entry("lab.simulation", Set.of("lab.common")),
            Map.entry("lab.ssd", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.chaos", Set.of("lab.common")),
            Map.entry("lab.bench", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.papers", Set.of("lab.common", "lab.emulator")),
            Map.entry("lab.demo", Set.of("lab.common", "lab.emulator"))));

    @TestFactory
    Iterable<DynamicTest> room_usesOnlyTheRoomsItMay() {
        JavaClasses classes = mainClasses();
        Set<String> rooms = with(ARROWS.keySet(), "lab");
        return Stream.concat(
                        ARROWS.entrySet().stream().map(room -> arrow(room, rooms, classes)),
                        LABORATORY.entrySet().stream().map(room -> arrow(room, LABORATORY.keySet(), classes)))
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
                .check(mainClasses());
    }

    private static JavaClasses mainClasses() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.chameleon");
    }

    private static DynamicTest arrow(Map.Entry<String, Set<String>> room, Set<String> rooms, JavaClasses classes) {
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
