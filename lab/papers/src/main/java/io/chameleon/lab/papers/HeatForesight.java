package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.WriteHeat;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * How well what a balancer knows at half of the time tells where the next bytes are written. It knows the heat, which
 * halves each epoch (Chameleon Eq. 1); it could know all writes so far. Each is multiplied by the object's size and
 * correlated with the bytes that are written to the object in the next {@value #AHEAD} epochs of an hour: 1 foretells
 * them up to a factor, 0 tells nothing.
 */
final class HeatForesight {
    static final List<String> HEADER = List.of("told by heat", "told by all writes");

    static final int AHEAD = 20;
    private static final long EPOCH_MICROS = 3_600_000_000L;

    private final double[] score;
    private final double[] all;
    private final double[] later;
    private final int half;

    private HeatForesight(Workload workload) {
        score = new double[workload.objects()];
        all = new double[workload.objects()];
        later = new double[workload.objects()];
        Arrays.fill(score, WriteHeat.NEVER_WRITTEN);
        half = (int) (epoch(workload.spanMicros()) / 2);
        for (int request = 0; request < workload.requests(); request++) {
            long epoch = epoch(workload.micros(request));
            if (epoch <= half) {
                until(workload, request, epoch);
            } else if (epoch <= half + AHEAD && workload.isWrite(request)) {
                later[workload.object(request)] += workload.bytes(request);
            }
        }
    }

    private static long epoch(long micros) {
        return 1 + micros / EPOCH_MICROS;
    }

    private void until(Workload workload, int request, long epoch) {
        int object = workload.object(request);
        if (workload.isDelete(request)) {
            score[object] = WriteHeat.NEVER_WRITTEN;
            all[object] = 0;
        } else if (workload.isWrite(request)) {
            score[object] = WriteHeat.written(score[object], epoch);
            all[object]++;
        }
    }

    /** What {@link #HEADER} names. */
    static List<String> row(Workload workload) {
        HeatForesight foresight = new HeatForesight(workload);
        return List.of(Numbers.of(foresight.byHeat(workload), 2), Numbers.of(foresight.byAllWrites(workload), 2));
    }

    private double byHeat(Workload workload) {
        double[] told = new double[score.length];
        for (int object = 0; object < told.length; object++) {
            told[object] = WriteHeat.heat(score[object], half) * workload.objectBytes(object);
        }
        return correlation(told, later);
    }

    private double byAllWrites(Workload workload) {
        double[] told = new double[all.length];
        for (int object = 0; object < told.length; object++) {
            told[object] = all[object] * workload.objectBytes(object);
        }
        return correlation(told, later);
    }

    /** Pearson's; NaN if one of the two is the same everywhere. */
    private static double correlation(double[] x, double[] y) {
        double meanX = Arrays.stream(x).average().orElse(0);
        double meanY = Arrays.stream(y).average().orElse(0);
        double both = 0;
        double squaresX = 0;
        double squaresY = 0;
        for (int i = 0; i < x.length; i++) {
            both += (x[i] - meanX) * (y[i] - meanY);
            squaresX += (x[i] - meanX) * (x[i] - meanX);
            squaresY += (y[i] - meanY) * (y[i] - meanY);
        }
        return both / Math.sqrt(squaresX * squaresY);
    }
}
