package io.chameleon.policy.rival;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.trend;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CmtPolicyTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);

    /** Half full servers with these latencies. */
    private static List<ServerLoad> slow(double... micros) {
        return IntStream.range(0, micros.length)
                .mapToObj(i -> trend(server(i, 100), 0, micros[i]))
                .toList();
    }

    private static Candidate accessed(String key, double heat, double accessHeat) {
        return new Candidate(
                id(key), 5, RedundancyState.EC, false, SIX, SIX, heat, accessHeat, Given.SIZE, 8 << 20, 0, 9, 0);
    }

    private static BalancePlan plan(List<ServerLoad> servers, Candidate... objects) {
        return new CmtPolicy(PolicyConfig.defaults()).plan(snapshot(servers, objects));
    }

    private static List<String> moved(BalancePlan plan) {
        return plan.remaps().stream().map(remap -> remap.id().key()).toList();
    }

    /**
     * Latencies of 200 and 0 in a mean of 100 are load factors of 1.5 and 0.5. Of 20 accesses, 9 are 0.9 of the load 2
     * of s00: its factor falls to 1.05, that of s06 rises to 0.95, and any other object would reverse that.
     */
    @Test
    void mostAccessedObject_readOrWritten_leavesTheSlowestServerForTheFastest() {
        BalancePlan plan = plan(
                slow(200, 100, 100, 100, 100, 100, 0),
                accessed("written", 6, 6),
                accessed("read", 0, 9),
                accessed("c", 3, 3),
                accessed("d", 2, 2));
        assertThat(moved(plan)).containsExactly("read");
        assertThat(plan.remaps().getFirst().destination()).isEqualTo(ec(6, 1, 2, 3, 4, 5));
        assertThat(plan.remaps().getFirst().reason()).isEqualTo("CMT: most accessed of s00 to s06");
        assertThat(plan.migrations()).containsExactly(new BulkMigration(id("read"), 6, ec(6, 1, 2, 3, 4, 5)));
    }

    @Test
    void loadCloseToTheMean_orUnknown_movesNothing() {
        Candidate object = accessed("a", 1, 1);
        assertThat(plan(slow(115, 100, 100, 100, 100, 100, 85), object).remaps())
                .isEmpty();
        assertThat(plan(slow(0, 0, 0, 0, 0, 0, 0), object).remaps()).isEmpty();
        assertThat(plan(List.of()).remaps()).isEmpty();
    }

    /** All the load of s00 in one object: s06 would be as slow as s00 was. */
    @Test
    void objectThatWouldTurnTheDifferenceRound_stays() {
        assertThat(plan(slow(200, 100, 100, 100, 100, 100, 0), accessed("only", 9, 9))
                        .remaps())
                .isEmpty();
    }

    @Test
    void fullestServer_givesTheEmptiestWhatIsAccessedLeast() {
        List<ServerLoad> servers = IntStream.range(0, 7)
                .mapToObj(i -> trend(server(i, 100, i == 0 ? 7_000 : i == 6 ? 3_000 : 5_000, ""), 0, 100))
                .toList();
        BalancePlan plan = plan(servers, accessed("hot", 5, 50), accessed("cold", 0, 1));
        assertThat(moved(plan))
                .as("the most accessed by load, then the least by storage")
                .contains("cold");
        assertThat(plan.remaps().getLast().reason()).isEqualTo("CMT: least accessed of s00 to s06");
        assertThat(plan.remaps().getLast().destination()).isEqualTo(ec(6, 1, 2, 3, 4, 5));
    }
}
