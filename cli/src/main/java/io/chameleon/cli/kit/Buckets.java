package io.chameleon.cli.kit;

import io.chameleon.core.bucket.BucketInfo;
import java.util.List;

/**
 * The buckets of a cluster.
 *
 * @param names in alphabetical order
 * @param objects objects in the cluster, each chunk of a large one counted as one
 */
public record Buckets(List<String> names, long objects) {
    public static Buckets of(ClusterConnection connection) {
        long objects = connection.remaps().countByState().values().stream()
                .mapToLong(count -> count)
                .sum();
        return new Buckets(
                connection.client().buckets().stream().map(BucketInfo::name).toList(), objects);
    }
}
