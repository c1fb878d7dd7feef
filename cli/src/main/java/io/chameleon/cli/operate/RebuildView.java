package io.chameleon.cli.operate;

import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.node.units.ByteSize;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer of {@code chameleon rebuild}. */
final class RebuildView {
    private final RebuildReport report;
    private final boolean dryRun;

    RebuildView(RebuildReport report, boolean dryRun) {
        this.report = report;
        this.dryRun = dryRun;
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dry_run", dryRun);
        json.put("servers", report.servers());
        json.put("fragments", report.fragments());
        json.put("writes", report.writes());
        json.put("manifests", report.manifests());
        json.put("damaged_manifest_bytes", report.damagedManifestBytes());
        json.put("objects", report.objects());
        json.put("composed_objects", report.composed());
        json.put("chunks", report.chunks());
        json.put("components", report.components());
        json.put("component_bytes", report.componentBytes());
        json.put("bytes", report.bytes());
        json.put("degraded", report.degraded());
        json.put("older_versions", report.older());
        json.put("buckets_with_versions", report.keeping());
        json.put("former_versions", report.former());
        json.put("former_version_bytes", report.formerBytes());
        json.put("delete_markers", report.markers());
        json.put("doubtful_objects", report.doubtfulCount());
        json.put(
                "doubtful",
                report.doubtful().stream()
                        .map(version -> Map.of(
                                "object", version.id().toString(),
                                "content_id", version.contentId().toString()))
                        .toList());
        json.put(
                "undecided",
                report.undecided().stream()
                        .map(it -> Map.of("bucket", it.bucket(), "versions", it.versions()))
                        .toList());
        json.put("unfinished_writes", report.unfinished());
        json.put("nameless_writes", report.namelessCount());
        json.put("unplaced_objects", report.unplacedCount());
        json.put(
                "unplaced",
                report.unplaced().stream()
                        .map(object -> Map.of(
                                "object", object.id().toString(),
                                "content_id", object.contentId().toString(),
                                "written", object.written().toString(),
                                "problem", object.problem()))
                        .toList());
        json.put(
                "held_back",
                report.heldBack().stream()
                        .map(held -> Map.of(
                                "bucket", held.bucket(),
                                "user", held.principal(),
                                "first_user", held.firstPrincipal(),
                                "versions", held.versions()))
                        .toList());
        json.put(
                "nameless",
                report.nameless().stream()
                        .map(write -> Map.of(
                                "write", write.writeId().toString(),
                                "servers",
                                        write.servers().stream()
                                                .map(Object::toString)
                                                .toList()))
                        .toList());
        return json;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        new RebuildProblems(report).addTo(text);
        text.append(report.servers())
                .append(" servers, ")
                .append(report.fragments())
                .append(" fragments of ")
                .append(report.writes())
                .append(" writes, ")
                .append(report.manifests())
                .append(" manifests")
                .append(System.lineSeparator())
                .append(report.objects())
                .append(dryRun ? " objects would be placed, " : " objects placed, ")
                .append(ByteSize.human(report.bytes()))
                .append(", ")
                .append(report.composed())
                .append(" of them composed of parts, ")
                .append(report.chunks())
                .append(" chunks, ")
                .append(report.degraded())
                .append(" queued for repair")
                .append(System.lineSeparator())
                .append(report.unplacedCount())
                .append(" objects not placed; ")
                .append(report.namelessCount())
                .append(" writes without a manifest, ")
                .append(report.unfinished())
                .append(" never finished, ")
                .append(report.older())
                .append(" older versions passed over");
        if (report.former() > 0) {
            text.append(System.lineSeparator())
                    .append(report.former())
                    .append(" former versions")
                    .append(dryRun ? " would be placed, " : " placed, ")
                    .append(ByteSize.human(report.formerBytes()))
                    .append(", in buckets that keep them: ")
                    .append(String.join(", ", report.keeping()));
        }
        if (report.markers() > 0) {
            text.append(System.lineSeparator())
                    .append(report.markers())
                    .append(" objects are deleted, with their former versions: the newest cannot be read");
        }
        if (report.components() > 0) {
            text.append(System.lineSeparator())
                    .append(report.components())
                    .append(" parts of multipart uploads that no object refers to, ")
                    .append(ByteSize.human(report.componentBytes()))
                    .append(": they will be deleted");
        }
        if (report.damagedManifestBytes() > 0) {
            text.append(System.lineSeparator())
                    .append(report.damagedManifestBytes())
                    .append(" bytes of manifests could not be read");
        }
        return text.toString();
    }
}
