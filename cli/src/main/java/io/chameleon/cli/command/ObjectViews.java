package io.chameleon.cli.command;

import io.chameleon.cli.output.Details;
import io.chameleon.cli.units.ByteSize;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An object, for people and for scripts. */
final class ObjectViews {
    private ObjectViews() {}

    static Map<String, Object> json(ObjectInfo object) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", object.bucket());
        json.put("key", object.key());
        json.put("size", object.size());
        json.put("entity_tag", object.entityTag());
        json.put("crc32c", crc(object));
        json.put("content_type", object.contentType());
        json.put("metadata", new TreeMap<>(object.userMetadata()));
        json.put("state", object.state().name());
        json.put("scheme", object.live().scheme().toString());
        json.put("servers", names(object.live()));
        json.put("next_servers", names(object.destination()));
        json.put("segment_bytes", object.segmentBytes());
        json.put("write_id", object.writeId().toString());
        json.put("degraded", object.degraded());
        json.put("created", object.created().toString());
        json.put("modified", object.modified().toString());
        return json;
    }

    static Details details(ObjectInfo object) {
        Details details = new Details()
                .line("object", object.id())
                .line(
                        "size",
                        object.size() + " bytes"
                                + (object.size() < 1024 ? "" : " (" + ByteSize.human(object.size()) + ")"))
                .line("entity tag", object.entityTag())
                .line("crc32c", crc(object))
                .line("content type", object.contentType().isEmpty() ? "-" : object.contentType());
        new TreeMap<>(object.userMetadata()).forEach((key, value) -> details.line("meta " + key, value));
        return details.line("created", object.created())
                .line("modified", object.modified())
                .line("state", state(object));
    }

    static String state(ObjectInfo object) {
        return object.state() + " " + object.live().scheme()
                + (object.degraded() ? ", degraded: repair is queued" : "");
    }

    static List<String> names(Placement placement) {
        return names(placement.servers());
    }

    static List<String> names(List<ServerId> servers) {
        return servers.stream().map(ServerId::value).toList();
    }

    private static String crc(ObjectInfo object) {
        return String.format("%08x", object.crc32c());
    }
}
