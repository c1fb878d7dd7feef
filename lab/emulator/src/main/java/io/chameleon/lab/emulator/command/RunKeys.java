package io.chameleon.lab.emulator.command;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.Amplification;
import io.chameleon.lab.emulator.EmulationResult.Latencies;
import io.chameleon.lab.emulator.EmulationResult.Latency;
import io.chameleon.lab.emulator.EmulationResult.Wear;

/**
 * The keys of a kept run. They are flat and the same as in the output of {@link ComparisonJson}, however the record
 * groups its numbers; so they are said here, and the emulator knows of no JSON.
 */
final class RunKeys {
    private RunKeys() {}

    static JsonMapper mapper() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .addMixIn(EmulationResult.class, ResultKeys.class)
                .addMixIn(Wear.class, WearKeys.class)
                .addMixIn(Amplification.class, AmplificationKeys.class)
                .addMixIn(Latencies.class, LatencyKeys.class)
                .build();
    }

    interface ResultKeys {
        @JsonUnwrapped
        Wear wear();

        @JsonUnwrapped
        Amplification amplification();

        @JsonUnwrapped
        Latencies latency();
    }

    interface WearKeys {
        @JsonProperty("wear_sigma")
        double shareSigma();
    }

    interface AmplificationKeys {
        @JsonProperty("write_amplification")
        double write();

        @JsonProperty("balance_amplification")
        double balance();
    }

    interface LatencyKeys {
        @JsonProperty("page_latency_us")
        double page();

        @JsonProperty("request_latency_us")
        Latency request();

        @JsonProperty("queued_latency_us")
        Latency queued();

        @JsonProperty("read_latency_us")
        Latency read();
    }
}
