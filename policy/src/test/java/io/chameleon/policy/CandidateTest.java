package io.chameleon.policy;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.s;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CandidateTest {
    @Test
    void pages_roundEachFragmentOfEachSegmentUp() {
        Candidate object = sized(20_000, 8_192); // segments of 8192, 8192 and 3616 bytes
        assertThat(object.pages(RedundancyScheme.REP_3, 0, 4096)).isEqualTo(2 + 2 + 1);
        assertThat(object.pages(RedundancyScheme.EC_4_2, 0, 4096)).isEqualTo(1 + 1 + 1);
        assertThat(sized(0, 8_192).pages(RedundancyScheme.EC_4_2, 0, 4096)).isZero();
    }

    @Test
    void padding_takesNoPages() {
        Candidate object = sized(20_000, 8_192); // shards of 4096, 4096; 4096, 4096; 3616 bytes and two parities each
        assertThat(object.pages(RedundancyScheme.EC_4_2, 1, 4096)).isEqualTo(2);
        assertThat(object.pages(RedundancyScheme.EC_4_2, 2, 4096)).isZero();
        assertThat(object.pages(RedundancyScheme.EC_4_2, 5, 4096)).isEqualTo(3);
        assertThat(object.pages(RedundancyScheme.EC_4_2, 4096)).isEqualTo(4 + 4 + 3);
        assertThat(object.fragments(RedundancyScheme.EC_4_2, 1)).isEqualTo(2);
        assertThat(object.pagesOn(s(5), object.live(), 4096)).isEqualTo(3);
        assertThat(object.pagesOn(s(9), object.live(), 4096)).isZero();
    }

    @Test
    void serversOfPadding_holdNothing() {
        assertThat(sized(20_000, 8_192).holders(ec(0, 1, 2, 3, 4, 5))).containsExactly(s(0), s(1), s(4), s(5));
        assertThat(sized(40_000, 32_768).holders(ec(0, 1, 2, 3, 4, 5))).hasSize(6);
        assertThat(sized(0, 8_192).holders(ec(0, 1, 2, 3, 4, 5))).isEmpty();
    }

    private static Candidate sized(long size, int segmentBytes) {
        return new Candidate(
                id("a"),
                1,
                RedundancyState.EC,
                false,
                ec(0, 1, 2, 3, 4, 5),
                ec(0, 1, 2, 3, 4, 5),
                1,
                1,
                size,
                segmentBytes,
                0,
                1,
                0);
    }

    @Test
    void row_writtenTwiceAndSwapped_becomesACandidate() {
        ObjectMapping row = written(written(null, 4), 5);
        Candidate before = Candidate.of(row, 5);
        assertThat(before.heat()).isEqualTo(1.5);
        assertThat(before.next()).isEqualTo(before.live());
        ObjectMapping swapped = MappingRules.remapped(
                row, new Remap(row.id(), row.version(), RedundancyEvent.SWAP, ec(9, 1, 2, 3, 4, 5), 5, "test"));
        Candidate after = Candidate.of(swapped, 7);
        assertThat(after.state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(after.live().servers()).startsWith(s(0));
        assertThat(after.next().servers()).startsWith(s(9));
        assertThat(after.idleEpochs(7)).isEqualTo(2);
    }

    @Test
    void objectCreatedInTheEpochThatEnds_isNew_howeverOftenItWasWritten() {
        WriteIds ids = new WriteIds(InstantSource.system(), new SplittableRandom(1));
        ObjectMapping created = written(null, 4, ids.next(), 1_000);
        ObjectMapping again = written(created, 4, ids.next(), 2_000);

        assertThat(Candidate.of(created, 4).isNew()).isTrue();
        assertThat(Candidate.of(again, 4).isNew()).isTrue();
        assertThat(Candidate.of(again, 5).isNew()).isFalse();
        assertThat(Candidate.of(written(again, 5, ids.next(), 3_000), 5).isNew())
                .isFalse();
    }

    @Test
    void objectOfUnknownOrigin_isNotNew_thoughItWasWrittenInTheEpoch() {
        WriteIds ids = new WriteIds(InstantSource.system(), new SplittableRandom(1));
        ObjectMapping rebuilt = MappingRules.rebuilt(
                id("a"),
                ids.next(),
                new ObjectContent(ids.next(), 65_536, 8 << 20, 0, "", Map.of()),
                ec(0, 1, 2, 3, 4, 5),
                false);
        assertThat(Candidate.of(rebuilt, 1).isNew()).isFalse();
        assertThat(Candidate.of(written(rebuilt, 1, ids.next(), 1_000), 1).isNew())
                .isFalse();
    }

    private static ObjectMapping written(@Nullable ObjectMapping before, long epoch, WriteId id, long nowMillis) {
        ObjectContent content = new ObjectContent(id, 65_536, 8 << 20, 0, "", Map.of());
        Commit commit = new Commit(id("a"), content, ec(0, 1, 2, 3, 4, 5), List.of(), Condition.NONE);
        return MappingRules.committed(before, commit, epoch, nowMillis).row();
    }

    private static ObjectMapping written(@Nullable ObjectMapping before, long epoch) {
        return written(before, epoch, new WriteId(epoch, 1), 0);
    }
}
