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
        if (!report.undecided().isEmpty()) {
            TextTable undecided = new TextTable("BUCKET", "VERSIONS");
            report.undecided().forEach(it -> undecided.row(it.bucket(), it.versions()));
            text.append(undecided)
                    .append(System.lineSeparator())
                    .append(
                            "Nothing was placed: these versions were replaced long ago, and nothing says that their bucket keeps versions. Say")
                    .append(" --keep-versions BUCKET if it did, --newest-only BUCKET if not.")
                    .append(System.lineSeparator());
        }
        if (report.doubtfulCount() > 0) {
            TextTable doubtful = new TextTable("OBJECT", "VERSION");
            report.doubtful().stream().limit(SHOWN).forEach(it -> doubtful.row(it.id(), it.contentId()));
            text.append(doubtful)
                    .append(System.lineSeparator())
                    .append(report.doubtfulCount())
                    .append(" objects were a former version when they were last moved: perhaps they had been deleted.")
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
