package io.chameleon.cli.object;

import io.chameleon.cli.output.Output;
import io.chameleon.cli.output.TextTable;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.VersionListing;
import io.chameleon.client.Versions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.node.units.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Versions and delete markers, a table or a line of JSON for each page. */
record VersionLines(Versions versions, Output output) {
    void list(String bucket, ListOptions options) {
        VersionListing page = versions.list(bucket, options);
        answer(page);
        while (page.hasMore()) {
            if (output.isLost()) {
                return;
            }
            page = versions.list(bucket, options.withAfter(page.nextKey()), page.nextVersion());
            answer(page);
        }
    }

    private void answer(VersionListing page) {
        boolean empty = page.versions().isEmpty() && page.commonPrefixes().isEmpty();
        if (!empty || output.isJson()) {
            output.answer(() -> json(page), () -> table(page).toString());
        }
    }

    private static Map<String, Object> json(VersionListing page) {
        List<Map<String, Object>> all =
                page.versions().stream().map(VersionLines::json).toList();
        return Map.of("prefixes", page.commonPrefixes(), "versions", all);
    }

    private static Map<String, Object> json(VersionInfo version) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", version.key());
        json.put("version", version.version().text());
        json.put("latest", version.latest());
        json.put("delete_marker", version.isMarker());
        version.object().ifPresent(object -> json.put("size", object.size()));
        json.put("modified", version.modified().toString());
        return json;
    }

    private static TextTable table(VersionListing page) {
        TextTable table = new TextTable("SIZE", "VERSION", "LATEST", "MODIFIED", "KEY");
        page.commonPrefixes().forEach(prefix -> table.row("-", "-", "-", "-", prefix));
        page.versions()
                .forEach(version -> table.row(
                        version.object()
                                .map(object -> ByteSize.human(object.size()))
                                .orElse("deleted"),
                        version.version(),
                        version.latest() ? "latest" : "-",
                        version.modified(),
                        version.key()));
        return table;
    }
}
