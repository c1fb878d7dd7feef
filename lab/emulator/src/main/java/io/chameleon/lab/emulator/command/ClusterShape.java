package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.common.Gc;
import io.chameleon.lab.common.Mode;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.DeviceSpec;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.GarbageCollection;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The virtual cluster to build. */
final class ClusterShape {
    private static final int CHOICES = 10;
    private static final int WINDOW = 100;

    @Option(names = "--servers", paramLabel = "N", description = "Flash servers. Default: ${DEFAULT-VALUE}.")
    private int servers = ClusterSpec.DEFAULT_SERVERS;

    @Option(
            names = "--utilisation",
            paramLabel = "SHARE",
            description = "Mean share of the devices that the data fills at the start; sizes them. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double utilisation = ClusterSpec.DEFAULT_UTILISATION;

    @Option(
            names = "--rep",
            paramLabel = "REP(n)",
            converter = SchemeConverter.class,
            description = "Scheme of replicated objects. Default: ${DEFAULT-VALUE}.")
    private RedundancyScheme rep = RedundancyScheme.REP_3;

    @Option(
            names = "--ec",
            paramLabel = "EC(k+m)",
            converter = SchemeConverter.class,
            description = "Scheme of erasure coded objects. Default: ${DEFAULT-VALUE}.")
    private RedundancyScheme ec = RedundancyScheme.EC_4_2;

    @Option(
            names = "--endurance",
            paramLabel = "N",
            split = ",",
            description = "Rated erases of a block; several are given to the servers in turn. Default: 3000.")
    private List<Integer> endurance = List.of(DeviceSpec.DEFAULT_RATED_ERASES);

    @Option(
            names = "--capacity",
            paramLabel = "X",
            split = ",",
            description = "Relative capacities, given to the servers in turn. Default: 1.")
    private List<Double> capacity = List.of(1.0);

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            converter = Mode.Converter.class,
            description = "Streams within the devices: ${COMPLETION-CANDIDATES}; see 'simssd run'. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Mode mode = Mode.SWF;

    @Option(
            names = "--gc",
            paramLabel = "POLICY",
            converter = Gc.Converter.class,
            description = "Which block is collected: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Gc gc = Gc.GREEDY;

    @Option(
            names = "--pages-per-block",
            paramLabel = "b",
            description = "Pages of 4 KiB erased together, 1 to 16384. Default: ${DEFAULT-VALUE}.")
    private int pagesPerBlock = FlashGeometry.DEFAULT_PAGES_PER_BLOCK;

    @Option(
            names = "--over-provisioning",
            paramLabel = "SHARE",
            description = "Share of the physical pages that clients do not get. Default: ${DEFAULT-VALUE}.")
    private double overProvisioning = FlashGeometry.DEFAULT_OVER_PROVISIONING;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            description = "Hottest and coldest objects a policy is shown. Default: ${DEFAULT-VALUE}.")
    private int candidates = EmulationSpec.DEFAULT_CANDIDATES;

    @Option(
            names = "--ranges",
            paramLabel = "N",
            description =
                    "Hash ranges whose objects a policy may redirect together: 0 (none) or a power of two. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int ranges;

    /** Reads {@code EC(4+2)}. */
    static final class SchemeConverter implements ITypeConverter<RedundancyScheme> {
        @Override
        public RedundancyScheme convert(String text) {
            try {
                return RedundancyScheme.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    int candidates() {
        return candidates;
    }

    int ranges() {
        return ranges;
    }

    /** Devices sized for data that starts as {@code initial} (readings 22, 24). */
    ClusterSpec sizedFor(RedundancyPolicy initial) {
        Require.that(rep.policy() == RedundancyPolicy.REP, "--rep", rep, "replication");
        Require.that(ec.policy() == RedundancyPolicy.EC, "--ec", ec, "an erasure code");
        Require.that(
                pagesPerBlock >= 1 && pagesPerBlock <= FlashGeometry.MAX_PAGES_PER_BLOCK,
                "--pages-per-block",
                pagesPerBlock,
                "1 to " + FlashGeometry.MAX_PAGES_PER_BLOCK);
        Require.that(
                overProvisioning > 0 && overProvisioning <= 0.9,
                "--over-provisioning",
                overProvisioning,
                "above 0, at most 0.9");
        return ClusterSpec.standard(initial)
                .with()
                .servers(servers)
                .devices(devices())
                .utilisation(utilisation)
                .rep(rep)
                .ec(ec)
                .pagesPerBlock(pagesPerBlock)
                .overProvisioning(overProvisioning)
                .writeMode(mode.writeMode())
                .collection(GarbageCollection.STANDARD.withVictims(gc.victims(CHOICES, WINDOW)))
                .build();
    }

    /** Both lists repeat side by side until both have ended together. */
    private List<DeviceSpec> devices() {
        List<DeviceSpec> devices = new ArrayList<>();
        do {
            int at = devices.size();
            devices.add(new DeviceSpec(
                    capacity.get(at % capacity.size()), endurance.get(at % endurance.size()), FlashTiming.TABLE_II, 0));
        } while (devices.size() % capacity.size() != 0 || devices.size() % endurance.size() != 0);
        return devices;
    }
}
