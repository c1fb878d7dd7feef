package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.Amplification;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.Latencies;
import io.chameleon.lab.emulator.EmulationResult.Latency;
import io.chameleon.lab.emulator.EmulationResult.Moves;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.EmulationResult.Wear;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.command.FakeEngine;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.policy.PolicyConfig;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** A result as {@link FakeEngine} makes it for a cell, σ 100 and two epochs, in which single numbers are replaced. */
public final class HandMade {
    private static final int SERVERS = 8;

    private final EmulationResult made;
    private final Map<Metric, Double> numbers = new EnumMap<>(Metric.class);
    private List<EpochEnd> epochs;
    private List<ServerEnd> servers;

    private HandMade(Cell cell) {
        made = FakeEngine.result(
                new EmulationSpec(
                        cell.scheme().policy(),
                        PolicyConfig.defaults(),
                        cell.scheme().initial(),
                        cell.setup().cluster(cell.scheme().initial(), SERVERS),
                        2,
                        1,
                        100,
                        1),
                cell.workload(),
                true,
                100);
        epochs = made.epochs();
        servers = made.servers();
    }

    public static HandMade of(Cell cell) {
        return new HandMade(cell);
    }

    /** Of all cells and the alternatives of the rivals' ones; {@code maker} takes the cell and the seed, from 0. */
    public static Results results(int seeds, Collection<Cell> cells, BiFunction<Cell, Integer, HandMade> maker) {
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>();
        cells.stream()
                .flatMap(cell -> cell.alternatives().stream())
                .forEach(cell -> byCell.put(
                        cell,
                        IntStream.range(0, seeds)
                                .mapToObj(seed -> maker.apply(cell, seed).result())
                                .toList()));
        return new Results(seeds, byCell);
    }

    public HandMade with(Metric metric, double value) {
        numbers.put(metric, value);
        return this;
    }

    HandMade withEpochs(List<EpochEnd> others) {
        epochs = others;
        return this;
    }

    HandMade withServers(List<ServerEnd> others) {
        servers = others;
        return this;
    }

    private double number(Metric metric) {
        return numbers.getOrDefault(metric, metric.of(made));
    }

    EmulationResult result() {
        double erases = number(Metric.ERASES);
        double mean = erases / made.servers().size();
        double sigma = number(Metric.SIGMA);
        Latency queued = made.latency().queued();
        return new EmulationResult(
                made.scheme(),
                made.initial(),
                made.workload(),
                made.synthetic(),
                made.seed(),
                new Wear(sigma, mean, mean == 0 ? 0 : sigma / mean, Math.round(erases), number(Metric.WEAR_SIGMA)),
                new Amplification(number(Metric.WRITE_AMPLIFICATION), number(Metric.BALANCE_AMPLIFICATION)),
                new Latencies(
                        number(Metric.PAGE_LATENCY),
                        made.latency().request(),
                        new Latency(number(Metric.QUEUED_MEAN), queued.p50(), number(Metric.QUEUED_P99), queued.max()),
                        made.latency().read()),
                made.networkBytes(),
                new Moves(0, 0, Math.round(number(Metric.MOVES)), 0, 0, 0),
                number(Metric.LIVE_PAGE_SPREAD),
                made.maxLivePageSpread(),
                epochs,
                servers,
                made.seconds());
    }
}
