package io.chameleon.cli.kit;

import io.chameleon.cli.output.Details;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.Chunks;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.node.units.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An object, for people and for scripts. */
public final class ObjectViews {
    private ObjectViews() {}

    /** @param chunks of a large object, or components of a composed one */
    public static Map<String, Object> json(ObjectInfo object, List<ObjectInfo> chunks) {
        Map<String, Object> json = json(object);
        if (object.isInPieces()) {
            json.put("chunks", chunks.stream().map(ObjectViews::chunk).toList());
        }
        return json;
    }

    /** A large object without its chunks, and so without a place. */
    public static Map<String, Object> json(ObjectInfo object) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", object.bucket());
        json.put("key", object.key());
        json.put("size", object.size());
        json.put("entity_tag", object.entityTag());
        json.put("crc32c", crc(object));
        json.put("content_type", object.contentType());
        json.put("metadata", new TreeMap<>(object.userMetadata()));
        if (object.isInPieces()) {
            json.put("chunk_bytes", object.chunkBytes());
            json.put("extents", object.extents());
        } else {
            json.putAll(place(object));
        }
        json.put("segment_bytes", object.segmentBytes());
        json.put("created", object.created().toString());
        json.put("modified", object.modified().toString());
        return json;
    }

    private static Map<String, Object> chunk(ObjectInfo chunk) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (Chunks.isChunk(chunk.id())) {
            json.put("number", Chunks.number(chunk.id()));
        } else {
            json.put("component", chunk.key());
        }
        json.put("size", chunk.size());
        json.putAll(place(chunk));
        return json;
    }

    private static Map<String, Object> place(ObjectInfo object) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("state", object.state().name());
        json.put("scheme", object.live().scheme().toString());
        json.put("servers", names(object.live()));
        json.put("next_servers", names(object.destination()));
        json.put("write_id", object.writeId().toString());
        json.put("degraded", object.degraded());
        return json;
    }

    /**
     * @param chunks of a large object; none of another
     */
    public static Details details(ObjectInfo object, List<ObjectInfo> chunks) {
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
        details.line("created", object.created()).line("modified", object.modified());
        if (!object.isInPieces()) {
            return details.line("state", state(object));
        }
        return details.line(object.isComposed() ? "parts" : "chunks", chunks(object))
                .line("state", counted(chunks.stream().map(ObjectViews::state), " x "))
                .line("servers", counted(chunks.stream().flatMap(chunk -> names(chunk.live()).stream()), " on "));
    }

    /** How many chunks a large object has, or parts a composed one. */
    public static String chunks(ObjectInfo object) {
        if (object.isComposed()) {
            return object.extents() + " of a multipart upload";
        }
        long count = (object.size() + object.chunkBytes() - 1) / object.chunkBytes();
        return count + " of " + ByteSize.human(object.chunkBytes());
    }

    /** Each distinct value with its count. */
    private static String counted(Stream<String> all, String times) {
        Map<String, Long> counts = all.collect(Collectors.groupingBy(one -> one, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> count.getValue() + times + count.getKey())
                .collect(Collectors.joining("; "));
    }

    public static String state(ObjectInfo object) {
        return object.state() + " " + object.live().scheme()
                + (object.degraded() ? ", degraded: repair is queued" : "");
    }

    public static List<String> names(Placement placement) {
        return names(placement.servers());
    }

    public static List<String> names(List<ServerId> servers) {
        return servers.stream().map(ServerId::value).toList();
    }

    private static String crc(ObjectInfo object) {
        return String.format("%08x", object.crc32c());
    }
}
