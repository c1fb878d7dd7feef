package io.chameleon.cli.object;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** A bucket as commands show it to scripts. */
final class BucketJson {
    private BucketJson() {}

    /** Settings can be long: only their names are shown. */
    static Map<String, Object> of(BucketInfo bucket) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", bucket.name());
        json.put("owner", bucket.owner());
        json.put("created", BucketsText.created(bucket));
        json.put("policy", bucket.policy().name());
        json.put("schemes", schemes(bucket.schemes()));
        json.put("versioning", bucket.versioning().name());
        json.put("sliced", bucket.isSliced());
        json.put("settings", new TreeSet<>(bucket.settings().keySet()));
        return json;
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
}
