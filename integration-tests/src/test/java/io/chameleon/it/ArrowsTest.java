package io.chameleon.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the rooms are those of docs/architecture.md, and no others. */
class ArrowsTest {
    private static final Map<String, Set<String>> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("simssd", Set.of()),
            Map.entry("erasure", Set.of()),
            Map.entry("policy", Set.of("core")),
            Map.entry("transport", Set.of("core")),
            Map.entry("metadata", Set.of("core", "transport")),
            Map.entry("server", Set.of("core", "transport", "simssd")),
            Map.entry("balancer", Set.of("core", "policy", "transport")),
            Map.entry("client", Set.of("core", "transport", "erasure")),
            Map.entry("emulator", Set.of("core", "policy", "simssd")),
            Map.entry(
                    "simulation",
                    Set.of(
                            "core",
                            "policy",
                            "simssd",
                            "erasure",
                            "transport",
                            "metadata",
                            "server",
                            "balancer",
                            "client"))));

    @TestFactory
    Iterable<DynamicTest> room_usesOnlyTheRoomsItMay() {
        JavaClasses classes = mainClasses();
        return ARROWS.entrySet().stream()
                .map(room -> DynamicTest.dynamicTest(
                        room.getKey(),
                        () -> noClasses()
                                .that()
                                .resideInAPackage("io.chameleon." + room.getKey() + "..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(forbidden(room.getKey(), room.getValue()))
                                .because("a newcomer finds where a thing is decided by the names of the folders")
                                .check(classes)))
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

    private static String[] forbidden(String room, Set<String> allowed) {
        Set<String> all = new java.util.TreeSet<>(ARROWS.keySet());
        all.add("cli");
        all.remove(room);
        all.removeAll(allowed);
        return all.stream().map(name -> "io.chameleon." + name + "..").toArray(String[]::new);
    }
}
