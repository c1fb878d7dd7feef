package io.chameleon.balancer.copy;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.erasure.StripeCodec;

/** What a leader leaves behind that dies between a copy and the flip of the row to it. */
public final class UnflippedCopy {
    private UnflippedCopy() {}

    /** Copies an object to its destination under its fragments' own names. */
    public static void of(ObjectMapping waiting, TestCluster cluster) {
        new ObjectCopy(
                        waiting,
                        true,
                        cluster.flash().fragments(cluster.flash().view()),
                        new StripeCodec(),
                        cluster.writeIds())
                .copy();
    }
}
