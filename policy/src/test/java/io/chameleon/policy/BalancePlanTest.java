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
        return new BalancePlan(3, "test", List.of(remap), List.of(migrations), none, none, List.of());
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
    void objectIsMigratedAtMostOnce() {
        assertThatThrownBy(() -> plan(SWAP, new BulkMigration(id("b"), 8, NEXT), new BulkMigration(id("b"), 9, NEXT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one per object");
    }
}
