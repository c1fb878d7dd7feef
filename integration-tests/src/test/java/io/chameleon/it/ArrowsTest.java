package io.chameleon.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the rooms are those of docs/architecture.md, and no others. */
class ArrowsTest {
    private static final Map<String, Set<String>> ARROWS = new TreeMap<>(Map.of(
            "core", Set.of(),
            "simssd", Set.of(),
            "erasure", Set.of(),
            "policy", Set.of("core"),
            "transport", Set.of("core"),
            "metadata", Set.of("core", "transport"),
            "server", Set.of("core", "transport", "simssd"),
            "balancer", Set.of("core", "policy", "transport"),
            "client", Set.of("core", "transport", "erasure"),
            "emulator", Set.of("core", "policy", "simssd")));

    @TestFactory
    Iterable<DynamicTest> room_usesOnlyTheRoomsItMay() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.chameleon");
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

    private static String[] forbidden(String room, Set<String> allowed) {
        Set<String> all = new java.util.TreeSet<>(ARROWS.keySet());
        all.add("cli");
        all.remove(room);
        all.removeAll(allowed);
        return all.stream().map(name -> "io.chameleon." + name + "..").toArray(String[]::new);
    }
}
