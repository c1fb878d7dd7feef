package io.chameleon.cli.object;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.bucket.BucketInfo;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Buckets as commands show them. */
final class BucketViews {
    private BucketViews() {}

    /** Settings can be long: only their names are shown. */
    static Map<String, Object> json(BucketInfo bucket) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", bucket.name());
        json.put("owner", bucket.owner());
        json.put("created", created(bucket));
        json.put("policy", bucket.policy().name());
        json.put("versioning", bucket.versioning().name());
        json.put("settings", new TreeSet<>(bucket.settings().keySet()));
        return json;
    }

    static String table(List<BucketInfo> buckets) {
        if (buckets.isEmpty()) {
            return "no buckets";
        }
        TextTable table = new TextTable("BUCKET", "OWNER", "CREATED", "POLICY", "VERSIONS");
        buckets.forEach(bucket -> table.row(
                bucket.name(),
                bucket.owner().isEmpty() ? "-" : bucket.owner(),
                created(bucket),
                bucket.policy(),
                bucket.versioning()));
        return table.toString();
    }

    private static String created(BucketInfo bucket) {
        return Instant.ofEpochMilli(bucket.createdMillis()).toString();
    }
}
