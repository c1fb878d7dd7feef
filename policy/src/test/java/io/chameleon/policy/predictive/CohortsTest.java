package io.chameleon.policy.predictive;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.Placement;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Objects written in one burst stay as evenly spread over the servers as they were. */
class CohortsTest {
    private static final List<ServerLoad> SERVERS = servers(200, 100, 100, 100, 100, 100, 99, 99);

    private static Candidate writtenAt(long millis, String key, Placement at, double heat) {
        Candidate like = stable(key, at, heat);
        return new Candidate(
                like.id(),
                like.version(),
                like.state(),
                false,
                at,
                at,
                heat,
                heat,
                like.size(),
                like.segmentBytes(),
                0,
                Given.EPOCH,
                millis);
    }

    private static Cohorts cohorts(List<Candidate> objects) {
        ClusterSnapshot snapshot = snapshot(SERVERS, objects);
        return new Cohorts(snapshot, new WearLedger(snapshot, PolicyConfig.defaults()));
    }

    @Test
    void target_mayGetAsMuchOfABurstAsTheSourceHad_andNoMore() {
        Candidate a = writtenAt(1, "a", ec(0, 1, 2, 3, 4, 5), 8);
        Candidate b = writtenAt(2, "b", ec(0, 1, 2, 3, 4, 5), 8);
        Cohorts cohorts = cohorts(List.of(a, b, writtenAt(3, "c", ec(6, 1, 2, 3, 4, 5), 8)));
        // s00 has two of the burst, s06 one, s07 none.
        assertThat(cohorts.allow(a, s(0), s(6))).isTrue();
        cohorts.move(a, s(0), s(6));
        assertThat(cohorts.allow(b, s(0), s(6))).isFalse();
        assertThat(cohorts.allow(b, s(0), s(7))).isTrue();
    }

    @Test
    void writesCount_notObjects() {
        Candidate quiet = writtenAt(1, "quiet", ec(0, 1, 2, 3, 4, 5), 2);
        Cohorts cohorts = cohorts(List.of(quiet, writtenAt(2, "busy", ec(6, 1, 2, 3, 4, 5), 16)));
        assertThat(cohorts.allow(quiet, s(0), s(6))).isFalse();
    }

    @Test
    void burstsOfOtherTimes_doNotCount() {
        List<Candidate> objects = new ArrayList<>(IntStream.range(0, 16)
                .mapToObj(i -> writtenAt(i, "early" + i, ec(6, 1, 2, 3, 4, 5), 8))
                .toList());
        Candidate late = writtenAt(1_000, "late", ec(0, 1, 2, 3, 4, 5), 8);
        objects.add(late);
        assertThat(cohorts(objects).allow(late, s(0), s(6))).isTrue();
    }
}
