package io.chameleon.cli.object;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
        json.put("schemes", schemes(bucket.schemes()));
        json.put("versioning", bucket.versioning().name());
        json.put("settings", new TreeSet<>(bucket.settings().keySet()));
        return json;
    }

    static String table(List<BucketInfo> buckets) {
        if (buckets.isEmpty()) {
            return "no buckets";
        }
        TextTable table = new TextTable("BUCKET", "OWNER", "CREATED", "POLICY", "REP", "EC", "VERSIONS");
        buckets.forEach(bucket -> table.row(
                bucket.name(),
                bucket.owner().isEmpty() ? "-" : bucket.owner(),
                created(bucket),
                bucket.policy(),
                orDash(bucket.schemes().rep()),
                orDash(bucket.schemes().ec()),
                bucket.versioning()));
        return table.toString();
    }

    /** Those of its own; where there is none the cluster's counts. */
    static Map<String, String> schemes(BucketSchemes own) {
        Map<String, String> json = new LinkedHashMap<>();
        RedundancyScheme rep = own.rep();
        if (rep != null) {
            json.put("rep", rep.toString());
        }
        RedundancyScheme ec = own.ec();
        if (ec != null) {
            json.put("ec", ec.toString());
        }
        return json;
    }

    private static Object orDash(@Nullable RedundancyScheme scheme) {
        return scheme == null ? "-" : scheme;
    }

    private static String created(BucketInfo bucket) {
        return Instant.ofEpochMilli(bucket.createdMillis()).toString();
    }
}
