package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.metadata.rebuild.table.RebuiltVersion.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChunkGroupsTest {
    private static final WholeObject FILM = new WholeObject("film", "video/mp4", Map.of("colour", "red"));
    private static final WriteId FIRST = WriteId.parse("019a0000000000000000000000000001");
    private static final WriteId SECOND = WriteId.parse("019a0000000000000000000000000002");
    private static final Placement PLACEMENT = new Placement(
            RedundancyScheme.parse("REP(3)"),
            List.of(new ServerId("flash-0"), new ServerId("flash-1"), new ServerId("flash-2")));

    private final List<RebuiltVersion> wholes = new ArrayList<>();
    private int unfinished;
    private final ChunkGroups groups = new ChunkGroups(wholes::add, () -> unfinished++);

    @Test
    void chunks_makeTheObjectTheLastOneTellsOf() {
        groups.accept(chunk(FIRST, 0, 100, Map.of(), State.READABLE));
        groups.accept(chunk(FIRST, 1, 100, Map.of(), State.READABLE));
        groups.accept(chunk(FIRST, 1, 100, Map.of(), State.UNREADABLE)); // a copy that is no better
        groups.accept(chunk(FIRST, 2, 70, FILM.pairs(), State.READABLE));
        groups.end();

        assertThat(wholes).hasSize(1);
        RebuiltVersion film = wholes.getFirst();
        assertThat(film.state()).isEqualTo(State.READABLE);
        assertThat(film.row().id()).isEqualTo(new ObjectId("films", "film"));
        int crc = Crc32c.combine(Crc32c.combine(7, 7, 100), 7, 70);
        assertThat(film.row().content())
                .isEqualTo(new ObjectContent(FIRST, 270, 10, 100, crc, "video/mp4", Map.of("colour", "red")));
    }

    @Test
    void uploadsOfDifferentWrites_areKeptApart_andOneWithoutItsEndIsUnfinished() {
        groups.accept(chunk(FIRST, 0, 100, Map.of(), State.READABLE));
        groups.accept(chunk(FIRST, 1, 100, Map.of(), State.READABLE));
        groups.accept(chunk(SECOND, 0, 100, Map.of(), State.READABLE));
        groups.accept(chunk(SECOND, 1, 100, FILM.pairs(), State.READABLE));
        groups.end();

        assertThat(wholes)
                .extracting(whole -> whole.row().content().contentId())
                .containsExactly(SECOND);
        assertThat(unfinished).isEqualTo(1);
    }

    @Test
    void lostChunk_makesTheObjectUnreadable() {
        groups.accept(chunk(FIRST, 2, 70, FILM.pairs(), State.READABLE));
        groups.accept(chunk(SECOND, 0, 100, Map.of(), State.READABLE));
        groups.accept(chunk(SECOND, 1, 100, Map.of(), State.UNREADABLE));
        groups.accept(chunk(SECOND, 2, 100, FILM.pairs(), State.READABLE));
        groups.end();

        assertThat(wholes).extracting(RebuiltVersion::state).containsExactly(State.UNREADABLE, State.UNREADABLE);
    }

    private static RebuiltVersion chunk(WriteId of, int number, long size, Map<String, String> pairs, State state) {
        WriteId write = new WriteId(of.high(), of.low() + 100 + number);
        ObjectContent content = new ObjectContent(write, size, 10, 7, "", pairs);
        return new RebuiltVersion(
                MappingRules.rebuilt(Chunks.id("films", of, number), write, content, PLACEMENT, false),
                List.of(),
                state,
                "");
    }
}
