package io.chameleon.node.cluster;

/**
 * The ports of a cluster in one process. A base of 0 means any free port for everything.
 *
 * <pre>
 * base + 0   metadata service      base + 1   its admin page
 * base + 2   balancer              base + 3   its admin page
 * base + 4   ZooKeeper             base + 5   PostgreSQL
 * base + 10 + 2i   server i        base + 11 + 2i   its admin page
 * base + 80   S3, after the servers if there are more than 35
 * </pre>
 */
public final class Ports {
    private static final int FIRST_SERVER = 10;
    private static final int S3 = 80;

    private Ports() {}

    static int metadata(int base) {
        return base;
    }

    static int metadataAdmin(int base) {
        return of(base, 1);
    }

    static int balancer(int base) {
        return of(base, 2);
    }

    static int balancerAdmin(int base) {
        return of(base, 3);
    }

    static int zookeeper(int base) {
        return of(base, 4);
    }

    static int postgres(int base) {
        return of(base, 5);
    }

    static int server(int base, int index) {
        return of(base, FIRST_SERVER + 2 * index);
    }

    static int serverAdmin(int base, int index) {
        return of(base, FIRST_SERVER + 2 * index + 1);
    }

    /** The port of the S3 gateway, unless another is chosen. */
    public static int s3(int base, int servers) {
        return of(base, Math.max(S3, span(servers)));
    }

    /** How many ports from the base on a cluster of {@code servers} takes. */
    static int span(int servers) {
        return FIRST_SERVER + 2 * servers;
    }

    private static int of(int base, int offset) {
        return base == 0 ? 0 : base + offset;
    }
}
