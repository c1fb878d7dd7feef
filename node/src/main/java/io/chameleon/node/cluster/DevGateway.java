package io.chameleon.node.cluster;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.node.users.UserKey;
import java.util.List;

/**
 * The S3 gateway of a cluster in one process. Its further users are those that {@code chameleon user} adds.
 *
 * @param enabled whether there is one
 * @param port 0 for any free one
 * @param owner the user that is always there, and owns {@code buckets}
 * @param buckets made at the start, unless they exist
 */
public record DevGateway(boolean enabled, int port, UserKey owner, List<String> buckets) {
    /** The keys of the user {@code chameleon}, for trying things out on loopback. */
    public static final UserKey TRIAL = new UserKey("chameleon", "chameleon", "chameleon-secret");

    public static final DevGateway NONE = new DevGateway(false, 0, TRIAL, List.of());

    public DevGateway {
        Require.that(port >= 0 && port <= 65_535, "port of S3", port, "0 (any) to 65535");
        buckets = List.copyOf(buckets);
        buckets.forEach(ObjectId::requireBucket);
    }

    /**
     * Everybody knows the keys of {@link #TRIAL}, so they serve on loopback only.
     *
     * @throws IllegalArgumentException in one line
     */
    void requireFitToListen(String host) {
        boolean loopback = host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
        if (enabled && owner.equals(TRIAL) && !loopback) {
            throw new IllegalArgumentException(
                    "S3 on " + host
                            + ", which others can reach: expected CHAMELEON_S3_ACCESS_KEY and CHAMELEON_S3_SECRET_KEY, or --no-s3");
        }
    }
}
