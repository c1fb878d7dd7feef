package io.chameleon.cli.kit;

import io.chameleon.core.Chunks;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.transport.client.RemoteRemapTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The buckets that hold objects, as far as the hottest and the coldest of all objects tell: the metadata service lists objects
 * of a bucket, not buckets.
 *
 * @param names in alphabetical order
 * @param objects objects in the cluster, each chunk of a large one counted as one
 * @param complete whether every object was looked at, so that no bucket can be missing
 */
public record Buckets(Set<String> names, long objects, boolean complete) {
    private static final int SCANNED = 2_000;

    public static Buckets of(RemoteRemapTable table) {
        long objects =
                table.countByState().values().stream().mapToLong(count -> count).sum();
        List<ObjectMapping> coldest = table.coldest(SCANNED);
        boolean complete = coldest.size() < SCANNED;
        Set<String> names = new TreeSet<>();
        Stream.concat(coldest.stream(), (complete ? List.<ObjectMapping>of() : table.hottest(SCANNED)).stream())
                .forEach(row -> names.add(Chunks.userBucket(row.id().bucket())));
        return new Buckets(names, objects, complete);
    }
}
