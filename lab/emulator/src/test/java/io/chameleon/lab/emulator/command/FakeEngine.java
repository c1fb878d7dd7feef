package io.chameleon.lab.emulator.command;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.Amplification;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.Latencies;
import io.chameleon.lab.emulator.EmulationResult.Latency;
import io.chameleon.lab.emulator.EmulationResult.Moves;
import io.chameleon.lab.emulator.EmulationResult.NetworkBytes;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.EmulationResult.Wear;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts runs instead of carrying them out; a result is made up from the request. */
public final class FakeEngine implements Engine {
    private final AtomicInteger runs = new AtomicInteger();

    public int runs() {
        return runs.get();
    }

    @Override
    public EmulationResult run(EmulationSpec spec, Workload workload, Replayed replayed) {
        runs.incrementAndGet();
        replayed.requests(workload.requests() / 2, workload.requests());
        replayed.requests(workload.requests(), workload.requests());
        double sigma = (spec.policy().equals("none") ? 100 : 25) + spec.seed();
        return result(spec, workload.name(), workload.isSynthetic(), sigma);
    }

    /** σ as given, mean erases 1000, and everything else in proportion. */
    public static EmulationResult result(EmulationSpec spec, String workload, boolean synthetic, double sigma) {
        List<EpochEnd> epochs = new ArrayList<>();
        for (int epoch = 1; epoch <= spec.epochs(); epoch++) {
            Map<RedundancyState, Long> bytes = Map.of(
                    RedundancyState.EC, 850L - epoch, RedundancyState.EC_EWO, 100L + epoch, RedundancyState.REP, 50L);
            epochs.add(new EpochEnd(epoch, sigma * epoch / spec.epochs(), epoch, 3, 1, 300, bytes, List.of()));
        }
        List<ServerEnd> servers = new ArrayList<>();
        for (int server = 0; server < spec.cluster().servers(); server++) {
            long erases = 1_000 + Math.round(sigma * (server % 2 == 0 ? 1 : -1));
            servers.add(new ServerEnd("s" + server, erases, erases / 3_000.0, erases * 32, erases * 64, 500, 0.8, 0.4));
        }
        Latency latency = new Latency(400, 350, 900, 5_000);
        long moves = spec.policy().equals("none") ? 0 : 7;
        return new EmulationResult(
                spec.policy(),
                spec.initial(),
                workload,
                synthetic,
                spec.seed(),
                new Wear(sigma, 1_000, sigma / 1_000, 1_000L * spec.cluster().servers(), sigma / 3_000),
                new Amplification(1.5, 1.5),
                new Latencies(300, latency, latency, latency),
                new NetworkBytes(1_000_000, 10 * moves),
                new Moves(2 * moves, 0, moves, 1, 1, 12),
                1.05,
                1.1,
                epochs,
                servers,
                0.5);
    }
}
