package io.chameleon.cli.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketsTextTest {
    private static final long CREATED = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();

    @Test
    void json_ofABucket_namesItsSettings_withoutTheirTexts() {
        BucketInfo bucket = new BucketInfo(
                "photos",
                "ann",
                CREATED,
                RedundancyPolicy.REP,
                Map.of("versioning", "Enabled", "scheme.ec", "EC(8+3)", "s3.cors", "a long text"));
        assertThat(BucketJson.of(bucket))
                .containsExactly(
                        Map.entry("bucket", "photos"),
                        Map.entry("owner", "ann"),
                        Map.entry("created", "2030-01-01T00:00:00Z"),
                        Map.entry("policy", "REP"),
                        Map.entry("schemes", Map.of("ec", "EC(8+3)")),
                        Map.entry("versioning", "ENABLED"),
                        Map.entry("sliced", false),
                        Map.entry("settings", Set.of("s3.cors", "scheme.ec", "versioning")));
        assertThat(BucketJson.of(new BucketInfo("photos", "", CREATED, RedundancyPolicy.EC, BucketInfo.SLICED)))
                .containsEntry("sliced", true)
                .containsEntry("settings", Set.of("slices"));
    }

    @Test
    void table_ofBuckets_hasADashForWhatABucketHasNot() {
        BucketInfo plain = new BucketInfo("zoo", "", CREATED, RedundancyPolicy.EC, Map.of());
        BucketInfo own = new BucketInfo(
                "photos",
                "ann",
                CREATED,
                RedundancyPolicy.REP,
                Map.of("scheme.rep", "REP(2)", "versioning", "Suspended", "slices", "16"));
        assertThat(BucketsText.of(List.of(own, plain)).lines())
                .containsExactly(
                        "BUCKET  OWNER  CREATED               POLICY  REP     EC  VERSIONS   SLICES",
                        "photos  ann    2030-01-01T00:00:00Z  REP     REP(2)   -  SUSPENDED      16",
                        "zoo     -      2030-01-01T00:00:00Z  EC      -        -  OFF             -");
        assertThat(BucketsText.of(List.of())).isEqualTo("no buckets");
    }

    /** A newer build may have stored a scheme that this one cannot read. */
    @Test
    void schemeThatCannotBeRead_isShownAsNone() {
        BucketInfo newer = new BucketInfo("zoo", "", CREATED, RedundancyPolicy.EC, Map.of("scheme.ec", "XYZ(1+2+3+4)"));
        assertThat(BucketJson.of(newer)).containsEntry("schemes", Map.of());
        assertThat(BucketJson.schemes(BucketSchemes.NONE)).isEmpty();
    }

    private static ClusterView view(int servers, int zones) {
        return new ClusterView(
                IntStream.range(0, servers)
                        .mapToObj(number -> new ServerInfo(
                                new ServerId("flash-" + number),
                                "h",
                                1,
                                zones == 0 ? "" : "zone-" + number % zones,
                                1L << 30,
                                ServerInfo.Status.UP))
                        .toList(),
                RedundancyScheme.REP_3,
                RedundancyScheme.EC_4_2,
                16,
                1);
    }

    /** How many fragments the fullest zone has, beside how many may be lost. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0  | EC(4+2)     |",
                "1  | EC(4+2)     |",
                "2  | EC(4+2)     | note: EC(4+2) puts 3 fragments into one of 2 zones, and survives the loss of 2",
                "3  | EC(4+2)     |",
                "3  | EC(8+3)     | note: EC(8+3) puts 4 fragments into one of 3 zones, and survives the loss of 3",
                "4  | EC(8+3)     |",
                "3  | LRC(12+2+2) | note: LRC(12+2+2) puts 6 fragments into one of 3 zones, and survives the loss of 4",
                "4  | LRC(12+2+2) |"
            })
    void scheme_thatDoesNotSurviveTheLossOfAZone_isNoted(int zones, String ec, String note) {
        List<String> told = SchemeOptions.told(view(24, zones), "photos", BucketSchemes.parsed(null, ec))
                .lines()
                .toList();
        assertThat(told.getFirst())
                .isEqualTo("objects of photos are stored as REP(3) or " + ec
                        + ", those there are from their next write on");
        assertThat(told.subList(1, told.size())).isEqualTo(note == null ? List.of() : List.of(note));
    }

    @Test
    void copies_inTwoZones_areNotedToo() {
        assertThat(SchemeOptions.told(view(9, 2), "photos", BucketSchemes.parsed("REP(5)", "EC(2+2)"))
                        .lines())
                .containsExactly("objects of photos are stored as REP(5) or EC(2+2), those there are from their next"
                        + " write on");
        assertThat(SchemeOptions.told(view(0, 0), "photos", BucketSchemes.NONE).lines())
                .containsExactly("objects of photos are stored as REP(3) or EC(4+2), those there are from their next"
                        + " write on");
    }
}
