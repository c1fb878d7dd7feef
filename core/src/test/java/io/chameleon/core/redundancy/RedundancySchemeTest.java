package io.chameleon.core.redundancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedundancySchemeTest {
    @Test
    void defaults_areThePapers() {
        assertThat(RedundancyScheme.REP_3).hasToString("REP(3)");
        assertThat(RedundancyScheme.EC_4_2).hasToString("EC(4+2)");
        assertThat(RedundancyScheme.REP_3.width()).isEqualTo(3);
        assertThat(RedundancyScheme.EC_4_2.width()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REP(1)", "REP(3)", "REP(256)", "EC(1+0)", "EC(4+2)", "EC(200+56)"})
    void scheme_printedAndParsed_isTheSame(String text) {
        assertThat(RedundancyScheme.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "REP",
                "REP()",
                "REP(0)",
                "REP(257)",
                "REP(-1)",
                "EC(4)",
                "EC(0+2)",
                "EC(4+2) ",
                "ec(4+2)",
                "EC(200+57)",
                "EC(4+2",
                "EC(99999999999+1)",
                "RS(6,4)"
            })
    void scheme_thatMakesNoSense_getsOneLineThatSaysWhatIsExpected(String text) {
        assertThatThrownBy(() -> RedundancyScheme.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("redundancy scheme: '")
                .hasMessageContaining("expected")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REP(0)      | REP(copies) of 1 to 256 copies",
                "REP(257)    | REP(copies) of 1 to 256 copies",
                "EC(0+2)     | EC(data+parity) of 1 data fragment or more, and at most 256 fragments in all",
                "EC(200+57)  | EC(data+parity) of 1 data fragment or more, and at most 256 fragments in all",
                "LRC(4+3+1)  | 2 to",
                "LRC(0+2+1)  | 2 to",
                "LRC(999+9+1) | 2 to"
            })
    void scheme_thatCannotBe_isQuotedAsItWasGiven(String text, String expected) {
        assertThatThrownBy(() -> RedundancyScheme.parse(text))
                .hasMessageStartingWith("redundancy scheme: '" + text + "' given, expected " + expected);
    }

    @Test
    void scheme_ofSeveralDataFragmentsUnderRep_isRefused() {
        assertThatThrownBy(() -> new RedundancyScheme(RedundancyPolicy.REP, 2, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"REP(3),2", "REP(2),2", "REP(1),1", "EC(4+2),5", "EC(4+0),4", "EC(10+4),11"})
    void writeQuorum_leavesOneFragmentToLose_whereThereIsAny(String scheme, int quorum) {
        assertThat(RedundancyScheme.parse(scheme).writeQuorum()).isEqualTo(quorum);
    }

    @ParameterizedTest
    @CsvSource({
        "REP(3),1,3",
        "REP(3),8388608,3",
        "EC(4+2),1,3",
        "EC(4+2),4096,3",
        "EC(4+2),4097,4",
        "EC(4+2),8192,4",
        "EC(4+2),8193,5",
        "EC(4+2),12288,5",
        "EC(4+2),12289,6",
        "EC(4+2),16384,6",
        "EC(4+2),8388608,6",
        "EC(4+0),100,1",
        "EC(200+56),8388608,256"
    })
    void storedFragments_leaveOutTheDataShardsThatBeginWhereTheSegmentHasEnded(String text, int segment, int stored) {
        RedundancyScheme scheme = RedundancyScheme.parse(text);
        assertThat(scheme.storedFragments(segment)).isEqualTo(stored);
        assertThat(IntStream.range(0, scheme.width()).filter(index -> !scheme.isPadding(index, segment)))
                .hasSize(stored)
                .contains(0)
                .allMatch(index ->
                        index >= scheme.dataFragments() || (long) index * scheme.fragmentBytes(segment) < segment);
    }

    @ParameterizedTest
    @CsvSource({
        "REP(3),1,1,1,1,3",
        "REP(3),8193,3,3,3,9",
        "EC(4+2),1,1,0,1,3",
        "EC(4+2),12288,1,1,1,5",
        "EC(4+2),16385,2,2,2,12",
        "EC(4+2),0,0,0,0,0"
    })
    void pages_areThoseOfTheFragmentsThatAreStored(String text, int segment, int first, int third, int last, int all) {
        RedundancyScheme scheme = RedundancyScheme.parse(text);
        assertThat(scheme.fragmentPages(0, segment, 4096)).isEqualTo(first);
        assertThat(scheme.fragmentPages(2, segment, 4096)).isEqualTo(third);
        assertThat(scheme.fragmentPages(scheme.width() - 1, segment, 4096)).isEqualTo(last);
        assertThat(scheme.segmentPages(segment, 4096)).isEqualTo(all);
    }

    @ParameterizedTest
    @CsvSource({
        "REP(3),8388608,8388608",
        "REP(3),1,1",
        "EC(4+2),8388608,2097152",
        "EC(4+2),16385,4097",
        "EC(4+2),16384,4096",
        "EC(4+2),5000,4096",
        "EC(4+2),4096,4096",
        "EC(4+2),5,5",
        "EC(4+2),0,0"
    })
    void fragmentBytes_coverTheSegmentInPages(String scheme, int segment, int fragment) {
        assertThat(RedundancyScheme.parse(scheme).fragmentBytes(segment)).isEqualTo(fragment);
    }

    @Test
    void writeQuorum_isTheSameRuleForSenderAndCommit() {
        int page = RedundancyScheme.MIN_SHARD_BYTES;
        RedundancyScheme ec = RedundancyScheme.EC_4_2;
        assertThat(ec.hasWriteQuorum(List.of(1), 8 * page)).isTrue();
        assertThat(ec.hasWriteQuorum(List.of(1, 1), 8 * page)).isTrue();
        assertThat(ec.hasWriteQuorum(List.of(1, 4), 8 * page)).isFalse();
        // For an object of one page, 1 to 3 are padding.
        assertThat(ec.hasWriteQuorum(List.of(1, 2, 3, 4), page)).isTrue();
        assertThat(ec.hasWriteQuorum(List.of(4, 5), page)).isFalse();
        assertThat(ec.durableFragments(List.of(1, 2, 3, 4), page)).isEqualTo(5);
        assertThat(ec.hasWriteQuorum(List.of(0, 1, 2, 3, 4, 5), 0))
                .as("there is nothing to store")
                .isTrue();
        assertThat(RedundancyScheme.REP_3.hasWriteQuorum(List.of(2), 1)).isTrue();
        assertThat(RedundancyScheme.REP_3.hasWriteQuorum(List.of(1, 2), 1)).isFalse();
    }
}
