package io.chameleon.cli.object;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Buckets as commands show them to people. */
final class BucketsText {
    private BucketsText() {}

    static String of(List<BucketInfo> buckets) {
        if (buckets.isEmpty()) {
            return "no buckets";
        }
        TextTable table = new TextTable("BUCKET", "OWNER", "CREATED", "POLICY", "REP", "EC", "VERSIONS", "SLICES");
        buckets.forEach(bucket -> table.row(
                bucket.name(),
                bucket.owner().isEmpty() ? "-" : bucket.owner(),
                created(bucket),
                bucket.policy(),
                orDash(bucket.schemes().rep()),
                orDash(bucket.schemes().ec()),
                bucket.versioning(),
                bucket.isSliced() ? Slices.COUNT : "-"));
        return table.toString();
    }

    private static Object orDash(@Nullable RedundancyScheme scheme) {
        return scheme == null ? "-" : scheme;
    }

    static String created(BucketInfo bucket) {
        return Instant.ofEpochMilli(bucket.createdMillis()).toString();
    }
}
