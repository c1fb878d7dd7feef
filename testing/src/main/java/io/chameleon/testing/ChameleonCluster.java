package io.chameleon.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a whole cluster, as {@code chameleon dev} does, in the process of a test class, from before its first test to
 * after its last. Constructors and methods of the class, and of its {@code @Nested} classes, may have parameters of two
 * types: {@link io.chameleon.client.ChameleonClient}, which is shared and closed at the end, and
 * {@link RunningCluster}. A {@code @Nested} class that is annotated itself has a cluster of its own.
 *
 * <p>Starting takes some 5 s, half of it for PostgreSQL; a server keeps what it stores in memory, at most
 * {@link #mebibytesPerServer}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ChameleonClusterExtension.class)
public @interface ChameleonCluster {
    /** Flash servers, called {@code flash-0} and so on; 6, which EC(4+2) needs, to 200. */
    int servers() default 6;

    /** Capacity of each, at least 16; at most what the heap has room for: even an empty one takes 3 MiB per GiB. */
    int mebibytesPerServer() default 64;

    /**
     * Wear policy of the balancer: {@code predictive}, {@code chameleon}, {@code none} or another of
     * docs/operate/balancer.md.
     */
    String policy() default "predictive";

    /** Seconds between two balancings. */
    int epochSeconds() default 3600;

    /** Whether the cluster speaks S3, too: {@link RunningCluster#s3Endpoint}. */
    boolean s3() default false;

    /** Buckets that are there when the first test begins, owned by the S3 user; none without {@link #s3}. */
    String[] buckets() default {};
}
