package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.function.ToDoubleFunction;

/** The numbers of a run, by their names in scripts. */
public enum Metric {
    SIGMA("sigma", "σ", 1, result -> result.wear().sigma()),
    MEAN("mean", "MEAN", 1, result -> result.wear().mean()),
    CV("cv", "CV", 4, result -> result.wear().cv()),
    ERASES("erases", "ERASES", 0, result -> result.wear().erases()),
    WEAR_SIGMA("wear_sigma", "σ OF WEAR", 6, result -> result.wear().shareSigma()),
    WRITE_AMPLIFICATION(
            "write_amplification", "WA", 3, result -> result.amplification().write()),
    BALANCE_AMPLIFICATION(
            "balance_amplification",
            "WA+MOVES",
            3,
            result -> result.amplification().balance()),
    PAGE_LATENCY("page_latency_us", "PAGE µs", 1, result -> result.latency().page()),
    REQUEST_MEAN(
            "request_latency_us.mean",
            "REQUEST µs",
            0,
            result -> result.latency().request().mean()),
    REQUEST_P99(
            "request_latency_us.p99",
            "REQUEST P99",
            0,
            result -> result.latency().request().p99()),
    QUEUED_MEAN(
            "queued_latency_us.mean",
            "QUEUED µs",
            0,
            result -> result.latency().queued().mean()),
    QUEUED_P99(
            "queued_latency_us.p99",
            "QUEUED P99",
            0,
            result -> result.latency().queued().p99()),
    READ_MEAN(
            "read_latency_us.mean",
            "READ µs",
            0,
            result -> result.latency().read().mean()),
    CLIENT_BYTES(
            "network_bytes.client",
            "CLIENT BYTES",
            0,
            result -> result.networkBytes().client()),
    BALANCE_BYTES(
            "network_bytes.balance",
            "BALANCE BYTES",
            0,
            result -> result.networkBytes().balance()),
    MOVES(
            "moves",
            "MOVES",
            0,
            result -> result.moves().carriedOut() + result.moves().bulk()),
    LIVE_PAGE_SPREAD("live_page_spread", "SPREAD", 3, EmulationResult::livePageSpread),
    MAX_LIVE_PAGE_SPREAD("max_live_page_spread", "MAX SPREAD", 3, EmulationResult::maxLivePageSpread);

    private final String key;
    private final String title;
    private final int digits;
    private final ToDoubleFunction<EmulationResult> value;

    Metric(String key, String title, int digits, ToDoubleFunction<EmulationResult> value) {
        this.key = key;
        this.title = title;
        this.digits = digits;
        this.value = value;
    }

    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public int digits() {
        return digits;
    }

    public double of(EmulationResult result) {
        return value.applyAsDouble(result);
    }
}
