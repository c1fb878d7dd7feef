package io.chameleon.lab.papers.figure;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.DeviceSpec;
import io.chameleon.lab.papers.Effort;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import java.time.Duration;
import java.util.List;

/**
 * What a cell runs on.
 *
 * @param servers 0 leaves it to the {@link Effort}
 * @param utilisation mean filled share of the devices at the start
 */
public record Setup(String name, Kind kind, int servers, double utilisation) {
    /** The Chameleon paper's cluster. */
    public static final Setup STANDARD = new Setup("standard", Kind.STANDARD, 0, ClusterSpec.DEFAULT_UTILISATION);

    /** The same with devices that keep hot, cold and copied pages in blocks of their own. */
    public static final Setup STREAMS = new Setup("streams", Kind.STREAMS, 0, ClusterSpec.DEFAULT_UTILISATION);

    /** The same with every other server lasting half as many erases. */
    public static final Setup UNEQUAL =
            new Setup("unequal endurance", Kind.UNEQUAL, 0, ClusterSpec.DEFAULT_UTILISATION);

    /** Filled share of EDM's devices: the fullest one is then about 0.7 full (EDM V-A). */
    private static final double EDM_UTILISATION = 0.6;

    private static final int EDM_PAGES_PER_BLOCK = 32;
    private static final FlashTiming EDM_TIMING =
            new FlashTiming(Duration.ofNanos(25_000), Duration.ofNanos(200_000), Duration.ofMillis(2));

    enum Kind {
        STANDARD,
        STREAMS,
        UNEQUAL,
        EDM
    }

    /** EDM V-A: RAID-5 over four objects of a file, blocks of 128 KiB, erases of 2 ms. */
    public static Setup edm(int servers) {
        return edm(servers, EDM_UTILISATION);
    }

    public static Setup edm(int servers, double utilisation) {
        return new Setup("EDM, " + servers + " servers, filled to " + utilisation, Kind.EDM, servers, utilisation);
    }

    /** The cluster, its devices sized for data that starts as {@code initial}. */
    public ClusterSpec cluster(RedundancyPolicy initial, int otherwise) {
        ClusterSpec standard = ClusterSpec.standard(initial)
                .withServers(servers == 0 ? otherwise : servers)
                .withUtilisation(utilisation);
        return switch (kind) {
            case STANDARD -> standard;
            case STREAMS -> standard.withWriteMode(WriteMode.HOT_COLD_AND_COPIES);
            case UNEQUAL ->
                standard.withDevices(List.of(
                        DeviceSpec.STANDARD, DeviceSpec.STANDARD.withRatedErases(DeviceSpec.DEFAULT_RATED_ERASES / 2)));
            case EDM ->
                standard.with()
                        .devices(List.of(new DeviceSpec(1, DeviceSpec.DEFAULT_RATED_ERASES, EDM_TIMING, 0)))
                        .ec(new RedundancyScheme(RedundancyPolicy.EC, 3, 1))
                        .pagesPerBlock(EDM_PAGES_PER_BLOCK)
                        .build();
        };
    }
}
