package io.chameleon.balancer.epoch;

import static io.chameleon.balancer.TestCluster.assertCode;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Redirects;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Epochs of {@code predictive} over many more objects than a plan lists, all on the servers that are worn most. */
class GroupEpochTest {
    private static final int OBJECTS = 300;
    private static final BalancerConfig CONFIG =
            TestCluster.config().withPolicy("predictive").withCandidates(2);

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    @BeforeEach
    void writeToTheMostWorn() {
        for (int i = 0; i < 12; i++) {
            cluster.at(i).erases(i < 6 ? 1_004 : 1_000);
        }
        for (int i = 0; i < OBJECTS; i++) {
            for (int write = 0; write < 3; write++) {
                cluster.write(object("o" + i), ec(0, 1, 2, 3, 4, 5), bytes(100, i));
            }
        }
    }

    private static boolean isLittleWorn(ServerId server) {
        return Integer.parseInt(server.value().substring(1)) >= 6;
    }

    private List<ObjectMapping> rows() {
        return IntStream.range(0, OBJECTS)
                .mapToObj(i -> cluster.row(object("o" + i)))
                .toList();
    }

    @Test
    void unlistedObjects_areRedirectedToLessWornServers_andMoveWithTheirNextWrites() {
        Balancer balancer = cluster.balancer(CONFIG);
        long fence = balancer.lead("only");
        List<ObjectMapping> before = rows();

        EpochReport report = balancer.runEpoch(fence);

        Redirects redirects = cluster.table.redirects();
        assertThat(redirects.destinations()).hasSizeGreaterThan(20);
        assertThat(redirects.destinations().values())
                .allMatch(to -> to.servers().stream().anyMatch(GroupEpochTest::isLittleWorn));
        assertThat(report.plan().after().sigma())
                .isLessThan(0.7 * report.plan().before().sigma());
        assertThat(rows().stream().filter(before::contains).count())
                .as("rows as they were")
                .isGreaterThanOrEqualTo(OBJECTS - 4);

        int moved = 0;
        for (int i = 0; i < OBJECTS; i++) {
            ObjectMapping row = redirects.applied(cluster.row(object("o" + i)));
            Placement to = row.destination();
            cluster.write(row.id(), to, bytes(100, i + 1));
            assertThat(cluster.row(row.id()).live()).isEqualTo(to);
            cluster.assertComplete(row.id(), bytes(100, i + 1));
            moved += to.equals(row.live()) ? 0 : 1;
        }
        assertThat(moved).isGreaterThan(20);

        assertThat(balancer.runEpoch(fence).plan().before().sigma())
                .as("what moved is counted where it is")
                .isLessThan(report.plan().before().sigma());
    }

    @Test
    void dryRun_redirectsNothing() {
        Balancer balancer = cluster.balancer(CONFIG);
        long fence = balancer.lead("only");
        assertThat(balancer.dryRun().redirects()).isNotEmpty();
        assertThat(cluster.table.redirects().destinations()).isEmpty();
        assertThat(fence).isPositive();
    }

    @Test
    void leaderThatWasReplaced_redirectsNothing() {
        Balancer balancer = cluster.balancer(CONFIG);
        long fence = balancer.lead("old");
        long claimed = cluster.table.claim("new").fence();
        assertThat(claimed).isGreaterThan(fence);
        assertCode(ErrorCode.FENCED, () -> balancer.runEpoch(fence));
        assertThat(cluster.table.redirects().destinations()).isEmpty();
    }

    @Test
    void drainedServer_getsNoNextWrites() {
        Balancer balancer = cluster.balancer(CONFIG);
        assertThat(balancer.runEpoch(balancer.lead("only")).plan().redirects()).isNotEmpty();
        ServerId target = cluster.table.redirects().destinations().values().stream()
                .flatMap(to -> to.servers().stream())
                .filter(GroupEpochTest::isLittleWorn)
                .findFirst()
                .orElseThrow();
        cluster.table.drain(target);
        assertThat(rows().stream().filter(row -> !row.state().isIntermediate()))
                .noneMatch(row -> cluster.table
                        .redirects()
                        .applied(row)
                        .destination()
                        .servers()
                        .contains(target));
    }
}
