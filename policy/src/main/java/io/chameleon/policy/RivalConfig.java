package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.wear.WearModel;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Parameters of the policies that {@code chameleon} is compared with. The bounds on how full a plan may make a server,
 * {@link PolicyConfig#maxFill} and {@link PolicyConfig#maxFillOverMean}, apply to them too.
 *
 * @param edmLambda relative standard deviation of the erases per window above which EDM acts, and how far above the
 *     mean a source is, a fraction (EDM III-B2)
 * @param edmIterations rounds of EDM's Algorithm 1
 * @param edmSigma deviation of real workloads from uniform ones in EDM's Eq. 3
 * @param edmColdBelow temperature below which an object is cold for {@code edm-cdf}: accesses, decayed (EDM III-B5)
 * @param edmLeastUtilisation filled share of a server below which {@code edm-cdf} takes nothing from it (EDM III-B5)
 * @param edmCumulative whether EDM's window is all epochs since the start instead of the last one (reading 27)
 * @param cmtThreshold how far above the mean a server's load factor must be before {@code cmt} acts, a fraction
 * @param cmtLoadWeight weight of I/O load relative to storage usage in the load factor of {@code cmt}, 0 to 1
 * @param repEcCoolEpochs epochs without a write after which {@code rep-ec} encodes an object (reading 26)
 */
@RecordBuilder
public record RivalConfig(
        double edmLambda,
        int edmIterations,
        double edmSigma,
        double edmColdBelow,
        double edmLeastUtilisation,
        boolean edmCumulative,
        double cmtThreshold,
        double cmtLoadWeight,
        int repEcCoolEpochs)
        implements RivalConfigBuilder.With {
    private static final RivalConfig DEFAULTS =
            new RivalConfig(0.1, 500, WearModel.EDM_SIGMA, 1, 0.5, false, 0.1, 0.5, 3);

    public RivalConfig {
        Require.that(edmLambda >= 0, "edm-lambda", edmLambda, "0 or more, a fraction of the mean erases");
        Require.that(edmIterations >= 1 && edmIterations <= 100_000, "edm-iterations", edmIterations, "1 to 100000");
        Require.that(edmSigma >= 0 && edmSigma < 1, "edm-sigma", edmSigma, "0 to below 1");
        Require.that(edmColdBelow >= 0, "edm-cold-below", edmColdBelow, "0 or more accesses, decayed");
        Require.that(
                edmLeastUtilisation >= 0 && edmLeastUtilisation <= 1,
                "edm-least-utilisation",
                edmLeastUtilisation,
                "0 to 1");
        Require.that(cmtThreshold >= 0, "cmt-threshold", cmtThreshold, "0 or more, a fraction of the mean load");
        Require.that(cmtLoadWeight >= 0 && cmtLoadWeight <= 1, "cmt-load-weight", cmtLoadWeight, "0 to 1");
        Require.that(repEcCoolEpochs >= 1, "rep-ec-cool-epochs", repEcCoolEpochs, "1 or more");
    }

    public static RivalConfig defaults() {
        return DEFAULTS;
    }
}
