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
public record Ports(int base) {
    private static final int FIRST_SERVER = 10;
    private static final int S3 = 80;

    int metadata() {
        return base;
    }

    int metadataAdmin() {
        return of(1);
    }

    int balancer() {
        return of(2);
    }

    int balancerAdmin() {
        return of(3);
    }

    int zookeeper() {
        return of(4);
    }

    int postgres() {
        return of(5);
    }

    int server(int index) {
        return of(FIRST_SERVER + 2 * index);
    }

    int serverAdmin(int index) {
        return of(FIRST_SERVER + 2 * index + 1);
    }

    /** The port of the S3 gateway, unless another is chosen. */
    public int s3(int servers) {
        return of(Math.max(S3, span(servers)));
    }

    /** How many ports from the base on a cluster of {@code servers} takes. */
    static int span(int servers) {
        return FIRST_SERVER + 2 * servers;
    }

    private int of(int offset) {
        return base == 0 ? 0 : base + offset;
    }
}
