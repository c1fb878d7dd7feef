package io.chameleon.policy.ledger;

import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnlistedWritesTest {
    @Test
    void restOfWhatServersMeasured_isSpreadOverTheirUnexplainedPages() {
        // The listed object writes 8 * 16 pages to each of three servers, 384 of 1000; it explains 16 live pages of
        // each.
        // The other 616 go 100 : 300 : 0 by the pages that nothing listed explains.
        Candidate listed = stable("a", rep(0, 1, 2), 16);
        List<ServerLoad> servers = List.of(
                server(0, 9, 116, "").withWritesPerEpoch(500),
                server(1, 9, 316, "").withWritesPerEpoch(300),
                server(2, 9, 16, "").withWritesPerEpoch(200));
        assertThat(UnlistedWrites.of(snapshot(servers, listed), WriteRates.asSeen()))
                .hasEntrySatisfying(s(0), pages -> assertThat(pages).isEqualTo(154, within(1e-9)))
                .hasEntrySatisfying(s(1), pages -> assertThat(pages).isEqualTo(462, within(1e-9)))
                .hasEntrySatisfying(s(2), pages -> assertThat(pages).isZero());
    }

    @Test
    void allObjectsListed_leaveNothingToSpread() {
        Candidate listed = stable("a", rep(0, 1, 2), 16);
        List<ServerLoad> servers = List.of(
                server(0, 9, 16, "").withWritesPerEpoch(500),
                server(1, 9, 16, "").withWritesPerEpoch(300),
                server(2, 9, 16, "").withWritesPerEpoch(200));
        assertThat(UnlistedWrites.of(snapshot(servers, listed), WriteRates.asSeen()))
                .isEmpty();
    }

    @Test
    void fewerPagesMeasuredThanListedObjectsWrite_areNoNegativeRest() {
        List<ServerLoad> servers = List.of(server(0, 9).withWritesPerEpoch(1), server(1, 9), server(2, 9));
        assertThat(UnlistedWrites.of(snapshot(servers, stable("a", rep(0, 1, 2), 16)), WriteRates.asSeen()))
                .isEmpty();
    }

    @Test
    void forecast_isTheSameWithFewObjectsListedAsWithAll() {
        // Ten equal objects on s00 to s02; s03 holds nothing. With one of them listed the other nine are the rest.
        List<Candidate> all = IntStream.range(0, 10)
                .mapToObj(i -> stable("o" + i, rep(0, 1, 2), 16))
                .toList();
        List<ServerLoad> servers = List.of(
                server(0, 50, 160, "").withWritesPerEpoch(1280),
                server(1, 50, 160, "").withWritesPerEpoch(1280),
                server(2, 50, 160, "").withWritesPerEpoch(1280),
                server(3, 50, 0, ""));
        WearLedger few = new WearLedger(snapshot(servers, all.subList(0, 1)), PolicyConfig.defaults());
        WearLedger many = new WearLedger(snapshot(servers, all), PolicyConfig.defaults());
        for (int i = 0; i < 4; i++) {
            assertThat(few.wear(s(i))).isEqualTo(many.wear(s(i)), within(0.5));
        }
        assertThat(many.wear(s(0))).isGreaterThan(150);
    }
}
