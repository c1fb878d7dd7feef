package io.chameleon.lab.emulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.ObjectMappingBuilder;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.WearPolicy;
import io.chameleon.simssd.FlashDevice;
import org.junit.jupiter.api.Test;

/** The emulator measures the product: it has no policy, no state logic and no device of its own. */
class EmulatorArchitectureTest {
    private static final JavaClasses EMULATOR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.chameleon.lab.emulator");

    @Test
    void emulator_hasNoPolicyOrDeviceOfItsOwn() {
        noClasses()
                .should()
                .beAssignableTo(WearPolicy.class)
                .orShould()
                .beAssignableTo(FlashDevice.class)
                .check(EMULATOR);
    }

    @Test
    void emulator_changesRowsByTheMappingRulesAlone() {
        noClasses()
                .should()
                .callConstructorWhere(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "makes a row", call -> call.getTargetOwner().isEquivalentTo(ObjectMapping.class)))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(ObjectMappingBuilder.class)
                .orShould()
                .callMethod(RedundancyState.class, "next", RedundancyEvent.class)
                .check(EMULATOR);
    }

    @Test
    void emulator_knowsNoWallClockAndNoChanceButItsSeed() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .check(EMULATOR);
    }
}
