package io.chameleon.policy;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalancePlanTest {
    private static final Placement NEXT = ec(9, 1, 2, 3, 4, 5);
    private static final Remap SWAP = new Remap(id("a"), 7, RedundancyEvent.SWAP, NEXT, 3, "test");

    private static BalancePlan plan(Remap remap, BulkMigration... migrations) {
        WearForecast none = new WearForecast(0, 0);
        return new BalancePlan(3, "test", List.of(remap), List.of(migrations), none, List.of(none), List.of());
    }

    @Test
    void remappedObject_mayMoveAtOnce_whereItsRemapLeads() {
        assertThat(plan(SWAP, new BulkMigration(id("a"), 8, NEXT), new BulkMigration(id("b"), 1, NEXT))
                        .migrations())
                .hasSize(2);
    }

    @Test
    void migrationThatItsRemapDoesNotLeadTo_isRefused() {
        assertThatThrownBy(() -> plan(SWAP, new BulkMigration(id("a"), 7, NEXT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("migration of a plan");
        assertThatThrownBy(() -> plan(SWAP, new BulkMigration(id("a"), 8, ec(8, 1, 2, 3, 4, 5))))
                .isInstanceOf(IllegalArgumentException.class);
        Remap back = new Remap(id("a"), 7, RedundancyEvent.CANCEL, null, 3, "test");
        assertThatThrownBy(() -> plan(back, new BulkMigration(id("a"), 8, NEXT)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void firstRemaps_areForecastAsTheyWereBeforeTheRest_andTakeTheirMigrationsAlong() {
        Remap second = new Remap(id("b"), 7, RedundancyEvent.SWAP, NEXT, 3, "test");
        WearForecast before = new WearForecast(10, 4);
        WearForecast halfWay = new WearForecast(10, 3);
        WearForecast after = new WearForecast(10, 1);
        BalancePlan plan = new BalancePlan(
                3,
                "test",
                List.of(SWAP, second),
                List.of(new BulkMigration(id("b"), 8, NEXT), new BulkMigration(id("c"), 1, NEXT)),
                before,
                List.of(halfWay, after),
                List.of("a note"));

        BalancePlan cut = plan.first(1, "another");

        assertThat(plan.after()).isEqualTo(after);
        assertThat(cut.after()).isEqualTo(halfWay);
        assertThat(cut.remaps()).containsExactly(SWAP);
        assertThat(cut.migrations()).extracting(BulkMigration::id).containsExactly(id("c"));
        assertThat(cut.notes()).containsExactly("a note", "another");
        assertThat(plan.first(0, "none").after()).isEqualTo(before);
    }

    @Test
    void objectIsMigratedAtMostOnce() {
        assertThatThrownBy(() -> plan(SWAP, new BulkMigration(id("b"), 8, NEXT), new BulkMigration(id("b"), 9, NEXT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one per object");
    }
}
