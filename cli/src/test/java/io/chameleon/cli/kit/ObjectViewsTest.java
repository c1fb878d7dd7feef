package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** An object as `stat`, `ls` and `put` show it: what a script reads, and what a person does. */
class ObjectViewsTest {
    private static final Instant CREATED = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant MODIFIED = Instant.parse("2030-01-02T03:04:05.678Z");
    private static final WriteId WRITE = new WriteId(1, 2);
    private static final Placement REPLICAS = replicas(0, 1, 2);

    private static Placement replicas(int... numbers) {
        return new Placement(
                RedundancyScheme.REP_3,
                Stream.of(numbers[0], numbers[1], numbers[2])
                        .map(number -> new ServerId("flash-" + number))
                        .toList());
    }

    /** Of one segment, in three copies. */
    private static ObjectInfo object(ObjectId id, long size, int chunkBytes, int extents, boolean degraded) {
        return new ObjectInfo(
                id,
                WRITE.toString(),
                size,
                8 << 20,
                chunkBytes,
                extents,
                0x00abcdef,
                "text/plain",
                Map.of("zebra", "1", "apple", "ä=ö"),
                RedundancyState.REP,
                REPLICAS,
                REPLICAS,
                WRITE,
                degraded,
                0,
                3,
                0,
                CREATED,
                MODIFIED,
                false);
    }

    private static ObjectInfo plain(long size) {
        return object(new ObjectId("photos", "dir/cat"), size, 0, 0, false);
    }

    private static ObjectInfo chunked(long size) {
        return object(new ObjectId("photos", "film"), size, 64 << 20, 0, false);
    }

    private static ObjectInfo chunk(int number, boolean degraded) {
        return object(Chunks.id("photos", WRITE, number), 64 << 20, 0, 0, degraded);
    }

    @Test
    void json_ofAnObject_hasEveryFieldUnderItsName() {
        assertThat(ObjectViews.json(plain(5), List.of()))
                .containsExactly(
                        Map.entry("bucket", "photos"),
                        Map.entry("key", "dir/cat"),
                        Map.entry("size", 5L),
                        Map.entry("entity_tag", WRITE.toString()),
                        Map.entry("crc32c", "00abcdef"),
                        Map.entry("content_type", "text/plain"),
                        Map.entry("metadata", Map.of("apple", "ä=ö", "zebra", "1")),
                        Map.entry("state", "REP"),
                        Map.entry("scheme", "REP(3)"),
                        Map.entry("servers", List.of("flash-0", "flash-1", "flash-2")),
                        Map.entry("next_servers", List.of("flash-0", "flash-1", "flash-2")),
                        Map.entry("write_id", WRITE.toString()),
                        Map.entry("degraded", false),
                        Map.entry("segment_bytes", 8 << 20),
                        Map.entry("created", "2030-01-01T00:00:00Z"),
                        Map.entry("modified", "2030-01-02T03:04:05.678Z"));
    }

    /** The row of a large object has servers too, but none of them holds a fragment of it. */
    @Test
    void json_ofAnObjectInPieces_hasThePlacesOfItsPieces_andNoneOfItsOwn() {
        Map<String, Object> json = ObjectViews.json(chunked(100L << 20), List.of(chunk(0, false), chunk(1, true)));
        assertThat(json)
                .doesNotContainKeys("servers", "scheme", "state", "write_id")
                .containsEntry("chunk_bytes", 64 << 20)
                .containsEntry("extents", 0);
        assertThat(json.get("chunks"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .extracting(chunk -> chunk.get("number"), chunk -> chunk.get("degraded"))
                .containsExactly(tuple(0, false), tuple(1, true));
    }

    @Test
    void json_ofAComposedObject_namesItsComponents() {
        ObjectInfo composed = object(new ObjectId("photos", "album"), 10, 0, 2, false);
        ObjectId component = Components.id("photos", WRITE);
        Map<String, Object> json = ObjectViews.json(composed, List.of(object(component, 10, 0, 0, false)));
        assertThat(json).containsEntry("extents", 2);
        assertThat(json.get("chunks"))
                .hasToString("[{component=" + component.key() + ", size=10, state=REP,"
                        + " scheme=REP(3), servers=[flash-0, flash-1, flash-2], next_servers=[flash-0, flash-1,"
                        + " flash-2],"
                        + " write_id=" + WRITE + ", degraded=false}]");
    }

    @Test
    void details_ofASmallObject_areItsBytes_andItsMetadataByName() {
        assertThat(ObjectViews.details(plain(5), List.of()).toString().lines())
                .containsExactly(
                        "object        photos/dir/cat",
                        "size          5 bytes",
                        "entity tag    " + WRITE,
                        "crc32c        00abcdef",
                        "content type  text/plain",
                        "meta apple    ä=ö",
                        "meta zebra    1",
                        "created       2030-01-01T00:00:00Z",
                        "modified      2030-01-02T03:04:05.678Z",
                        "state         REP REP(3)");
    }

    @Test
    void details_ofALargerObject_sayItsSizeInUnitsToo() {
        assertThat(ObjectViews.details(plain(1_023), List.of()).toString()).contains("  1023 bytes\n");
        assertThat(ObjectViews.details(plain(1_024), List.of()).toString()).contains("  1024 bytes (1.0 KiB)\n");
    }

    @Test
    void details_ofAnObjectInPieces_countTheirStatesAndServers() {
        List<ObjectInfo> chunks = List.of(chunk(0, false), chunk(1, true), chunk(2, false));
        assertThat(ObjectViews.details(chunked(150L << 20), chunks).toString().lines())
                .contains(
                        "chunks        3 of 64.0 MiB",
                        "state         2 x REP REP(3); 1 x REP REP(3), degraded: repair is queued",
                        "servers       3 on flash-0; 3 on flash-1; 3 on flash-2");
    }

    @Test
    void chunks_areCounted_withTheLastThatIsNotFull() {
        assertThat(ObjectViews.chunks(chunked(64L << 20))).isEqualTo("1 of 64.0 MiB");
        assertThat(ObjectViews.chunks(chunked((64L << 20) + 1))).isEqualTo("2 of 64.0 MiB");
        assertThat(ObjectViews.chunks(chunked(100_000L * (64 << 20)))).isEqualTo("100000 of 64.0 MiB");
        assertThat(ObjectViews.chunks(object(new ObjectId("photos", "album"), 10, 0, 7, false)))
                .isEqualTo("7 of a multipart upload");
    }

    @Test
    void objectWithoutContentType_hasADash() {
        ObjectInfo info = plain(5);
        ObjectInfo untyped = new ObjectInfo(
                info.id(),
                info.entityTag(),
                0,
                info.segmentBytes(),
                0,
                0,
                0,
                "",
                Map.of(),
                RedundancyState.EC,
                info.live(),
                info.destination(),
                info.writeId(),
                true,
                0,
                0,
                0,
                CREATED,
                CREATED,
                false);
        assertThat(ObjectViews.details(untyped, List.of()).toString().lines())
                .contains(
                        "size          0 bytes",
                        "crc32c        00000000",
                        "content type  -",
                        "state         EC REP(3), degraded: repair is queued");
    }
}
