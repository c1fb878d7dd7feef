package io.chameleon.cli.operate;

import io.chameleon.cli.output.TextTable;
import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.node.units.ByteSize;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer of {@code chameleon rebuild}. */
final class RebuildView {
    private static final int SHOWN = 20;

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
        if (!report.heldBack().isEmpty()) {
            TextTable held = new TextTable("BUCKET", "USER", "VERSIONS", "FIRST USER");
            report.heldBack().forEach(it -> held.row(it.bucket(), it.principal(), it.versions(), it.firstPrincipal()));
            text.append(held)
                    .append(System.lineSeparator())
                    .append(
                            "Nothing was placed: these users named objects in buckets that were another's before. If they might, say so with")
                    .append(" --writer BUCKET=USER, or --trust-all.")
                    .append(System.lineSeparator());
        }
        if (report.unplacedCount() > 0) {
            TextTable lost = new TextTable("OBJECT", "WRITTEN", "PROBLEM");
            report.unplaced().stream()
                    .limit(SHOWN)
                    .forEach(object -> lost.row(object.id(), object.written(), object.problem()));
            text.append(lost).append(System.lineSeparator());
        }
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
