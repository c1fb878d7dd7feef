package io.chameleon.metadata.rebuild;

import io.chameleon.metadata.rebuild.table.RebuiltClaims;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Flash servers recorded users' claims about the names of their writes. A claim counts if a grant, or the operator,
 * says that the user may write to the bucket. It also counts if no grant of the bucket is known and its oldest
 * version is that user's.
 */
final class ClaimCheck {
    private final RebuiltClaims claims;
    private final Map<String, Set<String>> writers;
    private final RebuildReport report;

    /** @param writers who may write to which buckets, as the operator says */
    ClaimCheck(RebuiltClaims claims, Map<String, Set<String>> writers, RebuildReport report) {
        this.claims = claims;
        this.writers = writers;
        this.report = report;
    }

    /** Reports the versions whose claims do not count. */
    void run() {
        Map<String, Set<String>> granted = claims.grantedWriters();
        Map<String, String> first = new TreeMap<>();
        for (RebuiltClaims.Writer writer : claims.writers()) {
            String bucket = writer.bucket();
            String oldest = first.computeIfAbsent(bucket, any -> writer.principal());
            boolean may = writers.getOrDefault(bucket, Set.of()).contains(writer.principal())
                    || granted.getOrDefault(bucket, Set.of(oldest)).contains(writer.principal());
            if (!may) {
                report.heldBack(new RebuildReport.HeldBack(bucket, writer.principal(), oldest, writer.versions()));
            }
        }
    }
}
