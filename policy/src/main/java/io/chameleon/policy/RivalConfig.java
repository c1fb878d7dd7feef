package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.wear.WearModel;

/**
 * Knobs of the policies that {@code chameleon} is compared with. The bounds on how full a plan may make a server,
 * {@link PolicyConfig#maxFill} and {@link PolicyConfig#maxFillOverMean}, hold for them too.
 *
 * @param edmLambda relative standard deviation of the erases per window above which EDM acts, and how far above the mean a source
 *     is, a fraction (EDM III-B2)
 * @param edmIterations rounds of EDM's Algorithm 1
 * @param edmSigma how far real workloads are from uniform ones in EDM's Eq. 3
 * @param edmColdBelow temperature below which an object is cold for {@code edm-cdf}: accesses, decayed (EDM III-B5)
 * @param edmLeastUtilisation filled share of a server's capacity below which {@code edm-cdf} takes nothing from it (EDM III-B5)
 * @param edmCumulative whether EDM's window is all since the start instead of the last epochs (reading 27)
 * @param cmtThreshold how far above the mean a server's load factor is to be for {@code cmt} to act, a fraction
 * @param cmtLoadWeight weight of I/O load against storage usage in the load factor of {@code cmt}, 0 to 1
 * @param repEcCoolEpochs epochs without a write after which {@code rep-ec} encodes an object (reading 26)
 */
public record RivalConfig(
        double edmLambda,
        int edmIterations,
        double edmSigma,
        double edmColdBelow,
        double edmLeastUtilisation,
        boolean edmCumulative,
        double cmtThreshold,
        double cmtLoadWeight,
        int repEcCoolEpochs) {
    private static final RivalConfig DEFAULTS =
            new RivalConfig(0.1, 500, WearModel.EDM_SIGMA, 1, 0.5, false, 0.1, 0.5, 3);

    public RivalConfig {
        Require.that(edmLambda >= 0, "lambda of EDM", edmLambda, "0 or more, a fraction of the mean erases");
        Require.that(edmIterations >= 1 && edmIterations <= 100_000, "iterations of EDM", edmIterations, "1 to 100000");
        Require.that(edmSigma >= 0 && edmSigma < 1, "sigma of EDM", edmSigma, "0 to below 1");
        Require.that(edmColdBelow >= 0, "cold temperature of EDM", edmColdBelow, "0 or more accesses, decayed");
        Require.that(
                edmLeastUtilisation >= 0 && edmLeastUtilisation <= 1,
                "least utilisation of an EDM source",
                edmLeastUtilisation,
                "0 to 1");
        Require.that(cmtThreshold >= 0, "threshold of CMT", cmtThreshold, "0 or more, a fraction of the mean load");
        Require.that(cmtLoadWeight >= 0 && cmtLoadWeight <= 1, "load weight of CMT", cmtLoadWeight, "0 to 1");
        Require.that(repEcCoolEpochs >= 1, "epochs until rep-ec encodes", repEcCoolEpochs, "1 or more");
    }

    public static RivalConfig defaults() {
        return DEFAULTS;
    }

    /** EDM with another threshold and window, all else equal. */
    public RivalConfig withEdm(double lambda, boolean cumulative) {
        return new RivalConfig(
                lambda,
                edmIterations,
                edmSigma,
                edmColdBelow,
                edmLeastUtilisation,
                cumulative,
                cmtThreshold,
                cmtLoadWeight,
                repEcCoolEpochs);
    }

    /** {@code edm-cdf} with another idea of cold, all else equal. */
    public RivalConfig withColdBelow(double temperature) {
        return new RivalConfig(
                edmLambda,
                edmIterations,
                edmSigma,
                temperature,
                edmLeastUtilisation,
                edmCumulative,
                cmtThreshold,
                cmtLoadWeight,
                repEcCoolEpochs);
    }

    /** {@code cmt} with another threshold and weight, all else equal. */
    public RivalConfig withCmt(double threshold, double loadWeight) {
        return new RivalConfig(
                edmLambda,
                edmIterations,
                edmSigma,
                edmColdBelow,
                edmLeastUtilisation,
                edmCumulative,
                threshold,
                loadWeight,
                repEcCoolEpochs);
    }
}
