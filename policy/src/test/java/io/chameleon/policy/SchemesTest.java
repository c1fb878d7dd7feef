package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemesTest {
    private final Schemes schemes = new Schemes(
            RedundancyScheme.REP_3,
            RedundancyScheme.EC_4_2,
            Map.of("pairs", BucketSchemes.parsed("REP(2)", "EC(3+1)")));

    @ParameterizedTest
    @CsvSource({
        "pairs, REP(2), EC(3+1)",
        "pairs+chunks, REP(2), EC(3+1)",
        "pairs+parts, REP(2), EC(3+1)",
        "pairs~05, REP(2), EC(3+1)",
        "pairs~05+chunks, REP(2), EC(3+1)",
        "pairs~15+parts, REP(2), EC(3+1)",
        "others, REP(3), EC(4+2)",
        "others~05, REP(3), EC(4+2)"
    })
    void everythingOfABucket_hasItsSchemes_inSlicesToo(String bucket, String rep, String ec) {
        ObjectId id = new ObjectId(bucket, "0123456789abcdef0123456789abcdef");
        assertThat(schemes.rep(id)).hasToString(rep);
        assertThat(schemes.ec(id)).hasToString(ec);
    }
}
