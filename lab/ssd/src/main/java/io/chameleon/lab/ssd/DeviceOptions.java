package io.chameleon.lab.ssd;

import io.chameleon.lab.common.Gc;
import io.chameleon.lab.common.Mode;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The device to simulate or to compute. */
final class DeviceOptions {
    private static final double MAX_SPARE_FACTOR = 0.9;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            converter = Mode.Converter.class,
            description = {
                "Which pages share a block: ${COMPLETION-CANDIDATES}. swf: all of them; dwf: host writes apart from copies;"
                        + " hot-cold-copies: hot host writes apart as well; hcwf, hcwf-swap: a hot and a cold frontier, without and"
                        + " with swaps; cold: regions of rising temperature. Default: ${DEFAULT-VALUE}."
            })
    private Mode mode = Mode.SWF;

    @Option(
            names = "--gc",
            paramLabel = "POLICY",
            converter = Gc.Converter.class,
            description =
                    "Which block is collected: ${COMPLETION-CANDIDATES}. Default: dchoices with hcwf and hcwf-swap,"
                            + " else greedy.")
    private @Nullable Gc gc;

    @Option(
            names = "--pages-per-block",
            paramLabel = "b",
            description = "Pages erased together, 1 to 16384. Default: ${DEFAULT-VALUE}.")
    private int pagesPerBlock = 64;

    @Option(
            names = "--spare-factor",
            paramLabel = "Sf",
            description = "Share of the physical pages that the host does not get. Default: ${DEFAULT-VALUE}.")
    private double spareFactor = 0.15;

    @Option(
            names = "--d",
            paramLabel = "D",
            description = "Blocks drawn for a victim, with --gc dchoices. Default: ${DEFAULT-VALUE}.")
    private int choices = 10;

    @Option(
            names = "--dstar",
            paramLabel = "D",
            description =
                    "Blocks drawn for the second victim of a swap, with --mode hcwf-swap. Default: ${DEFAULT-VALUE}.")
    private int swapChoices = 100;

    @Option(
            names = "--window",
            paramLabel = "N",
            description = "Oldest blocks looked at, with --gc windowed. Default: ${DEFAULT-VALUE}.")
    private int window = 100;

    @Option(
            names = "--temperatures",
            paramLabel = "N",
            description = "Regions, with --mode cold. Default: ${DEFAULT-VALUE}.")
    private int temperatures = GarbageCollection.STANDARD.temperatures();

    Mode mode() {
        return mode;
    }

    Gc gc() {
        Gc asked = gc;
        if (asked != null) {
            return asked;
        }
        return mode.isHcwf() ? Gc.DCHOICES : Gc.GREEDY;
    }

    int pagesPerBlock() {
        return pagesPerBlock;
    }

    double spareFactor() {
        return spareFactor;
    }

    int choices() {
        return choices;
    }

    int swapChoices() {
        return swapChoices;
    }

    FlashConfig config(int logicalBlocks, HeatSource heat) {
        if (!(spareFactor > 0 && spareFactor <= MAX_SPARE_FACTOR)) {
            throw new IllegalArgumentException("--spare-factor: '" + spareFactor
                    + "' given, expected a number above 0, at most " + MAX_SPARE_FACTOR);
        }
        GarbageCollection collection = GarbageCollection.STANDARD
                .withVictims(gc().victims(choices, window))
                .withSwapChoices(swapChoices)
                .withTemperatures(temperatures)
                .withHeat(heat);
        return new FlashConfig(
                FlashGeometry.ofLogicalBlocks(pagesPerBlock, logicalBlocks, spareFactor),
                FlashTiming.TABLE_II,
                mode.writeMode(),
                collection);
    }

    void describe(Map<String, Object> json) {
        json.put("mode", mode.toString());
        json.put("gc", gc().toString());
        json.put("pages_per_block", pagesPerBlock);
        json.put("spare_factor", spareFactor);
        if (gc() == Gc.DCHOICES) {
            json.put("d", choices);
        }
        if (mode == Mode.HCWF_SWAP) {
            json.put("dstar", swapChoices);
        }
        if (gc() == Gc.WINDOWED) {
            json.put("window", window);
        }
        if (mode == Mode.COLD) {
            json.put("temperatures", temperatures);
        }
    }
}
