package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static PassResult pass(String policy, long erases) {
        WearReport wear = Wears.wear("s1", erases, 200, 400);
        PassResult.Epoch epoch = new PassResult.Epoch(1, Map.of(RedundancyState.LATE_REP, 7L));
        return new PassResult(policy, List.of(wear), List.of(epoch), 10, 0, 0, 1.5);
    }

    private static Report report(String... policies) {
        return new Report(
                pass("none", 50),
                Stream.of(policies).map(policy -> pass(policy, policy.length())).toList());
    }

    private static JsonNode json(Report report) {
        return JsonMapper.builder().build().valueToTree(report.json());
    }

    @Test
    void passOfChameleon_hasAKeyOfItsOwn_whereverItStands() {
        JsonNode json = json(report("predictive", "chameleon"));
        assertThat(json.at("/chameleon/policy").asText()).isEqualTo("chameleon");
        assertThat(json.at("/chameleon")).isEqualTo(json.at("/policies/chameleon"));
    }

    @Test
    void reportWithoutChameleon_claimsNoPassOfIt() {
        JsonNode json = json(report("predictive", "cmt"));
        assertThat(json.has("chameleon")).isFalse();
        assertThat(json.at("/policies").fieldNames()).toIterable().containsExactly("predictive", "cmt");
        assertThat(json.at("/none/erases").asLong()).isEqualTo(50);
    }

    @Test
    void text_comparesEachPolicyWithNone_andShowsItsStates() {
        assertThat(report("chameleon", "predictive").text())
                .contains("chameleon  ", "predictive  ", "LATE_REP")
                .contains(
                        "objects per redundancy state under chameleon", "objects per redundancy state under predictive")
                .contains("all 30 acknowledged objects were read back");
    }

    private static PassResult pass(String policy, long unacknowledged, WearReport... wear) {
        return new PassResult(policy, List.of(wear), List.of(), 10, 0, unacknowledged, 1.5);
    }

    @Test
    void text_showsEachFigure_andHowItChanged() {
        Report report = new Report(
                pass("none", 0, Wears.wear("s1", 10, 200, 400), Wears.wear("s2", 20, 200, 400)),
                List.of(pass("cmt", 0, Wears.wear("s1", 16, 250, 300), Wears.wear("s2", 16, 250, 300))));
        assertThat(report.text().lines().limit(7).map(line -> line.strip().replaceAll(" {2,}", " | ")))
                .containsExactly(
                        "none | cmt | change",
                        "sigma of erases | 5.0 | 0.0 | -100.0 %",
                        "CV of erases | 0.3333 | 0.0000 | -100.0 %",
                        "total erases | 30 | 32 | +6.7 %",
                        "write amplification | 1.500 | 1.500 | +0.0 %",
                        "page write, mean us | 200.0 | 250.0 | +25.0 %",
                        "page write, p99 us | 400.0 | 300.0 | -25.0 %");
    }

    /** A share of nothing is no number. */
    @Test
    void figureThatWasZero_hasNoChange() {
        Report report = new Report(
                pass("none", 0, Wears.wear("s1", 10, 0, 0)), List.of(pass("cmt", 0, Wears.wear("s1", 10, 250, 300))));
        assertThat(report.text().lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
                .contains("sigma of erases | 0.0 | 0.0 | -", "page write, mean us | 0.0 | 250.0 | -");
    }

    @Test
    void writesWithoutAnAnswer_areNoLoss_butSaid() {
        Report report = new Report(
                pass("none", 2, Wears.wear("s1", 1, 0, 0)), List.of(pass("cmt", 3, Wears.wear("s1", 1, 0, 0))));
        assertThat(report.text())
                .endsWith("all 20 acknowledged objects were read back byte for byte"
                        + " (5 writes failed and were not acknowledged)");
        assertThat(json(report).path("lost").asLong()).isZero();
        assertThat(json(report).path("objects_verified").asLong()).isEqualTo(20);
    }

    @Test
    void json_hasTheWearOfEachServer_andTheStatesOfEachEpoch() {
        JsonNode json = json(new Report(
                pass("none", 0, Wears.wear("s2", 10, 200, 400), Wears.wear("s1", 20, 400, 600)),
                List.of(pass("cmt", 4L))));
        JsonNode none = json.path("none");
        assertThat(none.path("erases_by_server").toString()).isEqualTo("{\"s2\":10,\"s1\":20}");
        assertThat(none.path("sigma").asDouble()).isEqualTo(5);
        assertThat(none.path("erases").asLong()).isEqualTo(30);
        assertThat(none.path("write_amplification").asDouble()).isEqualTo(1.5);
        assertThat(none.at("/write_latency_us/mean").asDouble()).isEqualTo(300);
        assertThat(none.at("/write_latency_us/p99").asDouble()).isEqualTo(600);
        assertThat(json.at("/policies/cmt/epochs/0/states/LATE_REP").asLong()).isEqualTo(7);
        assertThat(json.at("/policies/cmt/epochs/0/sigma").asDouble()).isEqualTo(1);
    }
}
