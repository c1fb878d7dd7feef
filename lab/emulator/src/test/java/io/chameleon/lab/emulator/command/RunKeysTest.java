package io.chameleon.lab.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.policy.PolicyConfig;
import org.junit.jupiter.api.Test;

class RunKeysTest {
    private static final EmulationResult RESULT = FakeEngine.result(
            new EmulationSpec(
                    "none",
                    PolicyConfig.defaults(),
                    RedundancyPolicy.EC,
                    ClusterSpec.standard(RedundancyPolicy.EC).withServers(8),
                    3,
                    1,
                    100,
                    1),
            "w",
            true,
            25);

    private final JsonMapper mapper = RunKeys.mapper();

    @Test
    void keptRun_isReadBackAsItWas() throws Exception {
        assertThat(mapper.readValue(mapper.writeValueAsBytes(RESULT), EmulationResult.class))
                .isEqualTo(RESULT);
    }

    /** Runs that are kept today must be found tomorrow. */
    @Test
    void keys_areFlatAndNeverChange() {
        JsonNode json = mapper.valueToTree(RESULT);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "scheme",
                        "initial",
                        "workload",
                        "synthetic",
                        "seed",
                        "sigma",
                        "mean",
                        "cv",
                        "erases",
                        "wear_sigma",
                        "write_amplification",
                        "balance_amplification",
                        "page_latency_us",
                        "request_latency_us",
                        "queued_latency_us",
                        "read_latency_us",
                        "network_bytes",
                        "moves",
                        "live_page_spread",
                        "max_live_page_spread",
                        "epochs",
                        "servers",
                        "seconds");
        assertThat(json.at("/erases").asLong()).isEqualTo(RESULT.wear().erases());
        assertThat(json.at("/request_latency_us/p99").asDouble())
                .isEqualTo(RESULT.latency().request().p99());
    }
}
