package io.chameleon.policy.ledger;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.stable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.Given;
import io.chameleon.policy.ServerLoad;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriteRatesTest {
    @Test
    void rate_ofASteadyHeat_isHalfOfIt() {
        List<Candidate> objects = objects(6, 6, 6);
        assertThat(WriteRates.of(objects, 60).of(objects.getFirst())).isEqualTo(3); // reading 5
        assertThat(WriteRates.asSeen().of(objects.getFirst())).isEqualTo(3);
    }

    @Test
    void objectsWrittenInTurns_haveOneRate_howeverTheirHeatLooksNow() {
        // One write every 5 epochs: heat goes through 1.03, 0.52, 0.26, 0.13, 0.06. That is less than chance would
        // scatter.
        List<Candidate> objects = objects(1.03, 0.52, 0.26, 0.13, 0.06);
        WriteRates rates = WriteRates.of(objects, 60);
        assertThat(objects).allSatisfy(o -> assertThat(rates.of(o)).isEqualTo(0.2, within(1e-9)));
    }

    @Test
    void skewedHeat_isBelieved() {
        // Seen: 100 and 99 times 1: mean 1.99, variance 99 * 99 * 0.0099 = 97.0; chance accounts for 0.66 of it.
        List<Candidate> objects = objects(
                IntStream.range(0, 100).mapToDouble(i -> i == 0 ? 200 : 2).toArray());
        WriteRates rates = WriteRates.of(objects, 60);
        assertThat(rates.of(objects.getFirst())).isEqualTo(1.99 + (1 - 0.66333 / 97.0299) * 98.01, within(1e-3));
        assertThat(rates.of(objects.getLast())).isEqualTo(1, within(0.01));
    }

    @Test
    void youngHeat_hasNotSummedToTwiceTheRateYet() {
        // Eight writes an epoch: 8 after the first, 12 after the second, 14 after the third.
        assertThat(WriteRates.of(objects(8, 8), 1).of(objects(8).getFirst())).isEqualTo(8);
        assertThat(WriteRates.of(objects(12, 12), 2).of(objects(12).getFirst())).isEqualTo(8, within(1e-9));
        assertThat(WriteRates.of(objects(14, 14), 3).of(objects(14).getFirst())).isEqualTo(8, within(1e-9));
    }

    @Test
    void partialWrites_areKnownByWhatServersMeasured() {
        // 8 writes an epoch of 4 pages on each of 6 servers would be 192; the servers measured 48.
        List<Candidate> one = objects(16);
        List<ServerLoad> measured = IntStream.range(0, 6)
                .mapToObj(i -> Given.server(i, 100).withWritesPerEpoch(8))
                .toList();
        WriteRates rates = WriteRates.of(Given.snapshot(measured, one));
        assertThat(rates.partOfObject()).isEqualTo(0.25, within(0.001));
        assertThat(rates.of(one.getFirst())).isEqualTo(8, within(0.01));
        assertThat(rates.ofPage(one.getFirst())).isEqualTo(2, within(0.01));
        assertThat(WriteRates.of(Given.snapshot(Given.servers(1, 1, 1, 1, 1, 1), one))
                        .partOfObject())
                .as("nothing measured yet")
                .isEqualTo(1);
    }

    private static List<Candidate> objects(double... heats) {
        int[] i = {0};
        return Arrays.stream(heats)
                .mapToObj(heat -> stable("o%03d".formatted(i[0]++), ec(0, 1, 2, 3, 4, 5), heat))
                .toList();
    }
}
