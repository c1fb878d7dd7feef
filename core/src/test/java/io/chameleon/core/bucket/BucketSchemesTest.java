package io.chameleon.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketSchemesTest {
    private static final Map<String, String> WIDE = Map.of("scheme.rep", "REP(2)", "scheme.ec", "EC(8+3)");

    @Test
    void settings_sayTheSchemesOfABucket_andComeOutAgain() {
        BucketSchemes own = new BucketInfo("photos", "", 1, RedundancyPolicy.EC, WIDE).schemes();
        assertThat(own.of(RedundancyPolicy.REP)).isEqualTo(RedundancyScheme.replication(2));
        assertThat(own.of(RedundancyPolicy.EC)).isEqualTo(new RedundancyScheme(RedundancyPolicy.EC, 8, 3));
        assertThat(own.settings()).isEqualTo(WIDE);
        assertThat(BucketSchemes.of(Map.of("tags", "a=b"))).isEqualTo(BucketSchemes.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "scheme.ec,  REP(3),   policy EC",
        "scheme.rep, EC(4+2),  policy REP",
        "scheme.ec,  EC(4+0),  loss of a server",
        "scheme.rep, REP(1),   loss of a server",
        "scheme.ec,  EC(200+99), at most 256",
        "scheme.ec,  LRC(12+5+2), 2 to 17 groups",
        "scheme.ec,  eight,    REP(copies)"
    })
    void schemeThatABucketCannotHave_isRefusedInOneLine_whereItIsSet(String setting, String text, String expected) {
        BucketInfo bucket = BucketInfo.created("photos", "", 1);
        assertThatThrownBy(() -> bucket.configured(Map.of(setting, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> BucketInfo.created("photos", "", 1, Map.of(setting, text)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void schemeThatAnotherBuildHasAccepted_countsAsNone_andTheBucketStaysReadable() {
        BucketInfo bucket = new BucketInfo(
                "photos", "", 1, RedundancyPolicy.EC, Map.of("scheme.ec", "FOUNTAIN(9)", "scheme.rep", "REP(2)"));
        assertThat(bucket.schemes()).isEqualTo(new BucketSchemes(RedundancyScheme.replication(2), null));
    }
}
