package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static PassResult pass(String policy, long erases) {
        WearReport wear = new WearReport(
                new ServerId("s1"),
                erases,
                100,
                150,
                0.5,
                1_000,
                800,
                4096,
                64,
                20,
                3_000,
                0,
                new WearReport.LatencySummary(3, 200, 400));
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
}
