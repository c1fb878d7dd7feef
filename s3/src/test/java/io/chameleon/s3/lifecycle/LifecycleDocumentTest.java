package io.chameleon.s3.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleDocumentTest {
    private static final String EXPIRE = "<Expiration><Days>1</Days></Expiration>";
    private static final String ALL = "<Prefix></Prefix><Status>Enabled</Status>";

    private static LifecycleRules rules(String... rules) {
        String xml = "<LifecycleConfiguration><Rule>" + String.join("</Rule><Rule>", rules)
                + "</Rule></LifecycleConfiguration>";
        return read(xml);
    }

    private static LifecycleRules read(String xml) {
        return LifecycleDocument.parse(XmlReader.read(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static LifecycleRule rule(String rule) {
        return rules(rule).rules().getFirst();
    }

    @Test
    void actions_areRead() {
        assertThat(rule(ALL + EXPIRE).expirationDays()).isOne();
        assertThat(rule(ALL + "<Expiration><Date>2026-09-27T00:00:00.000Z</Date></Expiration>")
                        .expirationDate())
                .isEqualTo("2026-09-27T00:00:00Z");
        assertThat(rule(ALL + "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>")
                        .expiredDeleteMarkers())
                .isTrue();
        LifecycleRule more = rule(ALL
                + "<NoncurrentVersionExpiration><NoncurrentDays>2</NoncurrentDays>"
                + "<NewerNoncurrentVersions>3</NewerNoncurrentVersions></NoncurrentVersionExpiration>"
                + "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
                + "</AbortIncompleteMultipartUpload>");
        assertThat(more.noncurrentDays()).isEqualTo(2);
        assertThat(more.newerNoncurrentVersions()).isEqualTo(3);
        assertThat(more.abortDays()).isEqualTo(7);
        assertThat(more.enabled()).isTrue();
        assertThat(rule("<Filter/><Status>Disabled</Status>" + EXPIRE).enabled())
                .isFalse();
    }

    @Test
    void filter_isWhatAllOfItsConditionsSay() {
        String status = "<Status>Enabled</Status>" + EXPIRE;
        LifecycleFilter and = rule("<Filter><And><Prefix>logs/</Prefix><Tag><Key>a</Key><Value>1</Value></Tag>"
                        + "<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>"
                        + "<ObjectSizeLessThan>20</ObjectSizeLessThan></And></Filter>" + status)
                .filter();
        assertThat(and).isEqualTo(new LifecycleFilter("logs/", Map.of("a", "1"), 10, 20));
        LifecycleFilter beside = rule("<Filter><Prefix>days1/</Prefix><Tag><Key>a</Key><Value>1</Value></Tag>"
                        + "<And><Prefix>days1</Prefix><Tag><Key>b</Key><Value>2</Value></Tag></And></Filter>" + status)
                .filter();
        assertThat(beside)
                .isEqualTo(new LifecycleFilter(
                        "days1/", Map.of("a", "1", "b", "2"), LifecycleFilter.ANY_SIZE, LifecycleFilter.ANY_SIZE));
        assertThat(rule("<Filter/>" + status).filter()).isEqualTo(LifecycleFilter.ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ID>a</ID><Prefix>x/</Prefix><Status>Enabled</Status><Expiration><Days>3</Days></Expiration>",
                "<ID>a</ID><Filter/><Status>Disabled</Status><Expiration><Date>2030-01-01T00:00:00Z</Date></Expiration>",
                "<ID>a</ID><Filter><Prefix>é&amp;</Prefix></Filter><Status>Enabled</Status><Expiration>"
                        + "<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>",
                "<ID>a</ID><Filter><And><Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>b</Key><Value/></Tag>"
                        + "<ObjectSizeLessThan>0</ObjectSizeLessThan></And></Filter><Status>Enabled</Status>"
                        + "<NoncurrentVersionExpiration><NoncurrentDays>2</NoncurrentDays><NewerNoncurrentVersions>3"
                        + "</NewerNoncurrentVersions></NoncurrentVersionExpiration>",
                "<ID>a</ID><Filter><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan></Filter><Status>Enabled</Status>"
                        + "<Expiration><Days>1</Days></Expiration>",
                "<ID>a</ID><Prefix/><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>7"
                        + "</DaysAfterInitiation></AbortIncompleteMultipartUpload>",
            })
    void rules_areShownAsTheyWereSet(String rule) {
        LifecycleRules set = rules(rule);
        assertThat(read(LifecycleDocument.write(set))).isEqualTo(set);
        assertThat(LifecycleRules.parse(set.text())).isEqualTo(set);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Prefix/><Status>enabled</Status><Expiration><Days>1</Days></Expiration>|MALFORMED_XML",
                "<Prefix/><Expiration><Days>1</Days></Expiration>|MALFORMED_XML",
                "<Status>Enabled</Status><Expiration><Days>1</Days></Expiration>|MALFORMED_XML",
                "<Prefix/><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>|MALFORMED_XML",
                "<Prefix/><Status>Enabled</Status>|INVALID_REQUEST",
                "<Prefix/><Status>Enabled</Status><Expiration/>|MALFORMED_XML",
                "<Prefix/><Status>Enabled</Status><Expiration><Days>0</Days></Expiration>|INVALID_ARGUMENT",
                "<Prefix/><Status>Enabled</Status><Expiration><Days>x</Days></Expiration>|MALFORMED_XML",
                "<Prefix/><Status>Enabled</Status><Expiration><Date>20200101</Date></Expiration>|MALFORMED_XML",
                "<Prefix/><Status>Enabled</Status><Expiration><Date>2026-09-27T01:00:00Z</Date></Expiration>"
                        + "|INVALID_ARGUMENT",
                "<Prefix/><Status>Enabled</Status><Transition><Days>1</Days></Transition>|NOT_IMPLEMENTED",
                "<Prefix/><Status>Enabled</Status><NoncurrentVersionExpiration/>|MALFORMED_XML",
                "<Prefix/><Status>Enabled</Status><Surprise/>|MALFORMED_XML",
                "<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter><Status>Enabled</Status>"
                        + "<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation>"
                        + "</AbortIncompleteMultipartUpload>|INVALID_REQUEST",
            })
    void ruleThatCannotBeCarriedOut_isRefused(String rule, S3Error error) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> rules(rule));
        assertThat(refusal.error()).isEqualTo(error);
    }

    @Test
    void ids_areGivenUniqueAndShort() {
        assertThat(rules(ALL + EXPIRE, "<ID>rule-1</ID>" + ALL + EXPIRE, ALL + EXPIRE)
                        .rules())
                .extracting(LifecycleRule::id)
                .containsExactly("rule-1-1", "rule-1", "rule-3");
        for (String[] wrong : new String[][] {
            {"<ID>a</ID>" + ALL + EXPIRE, "<ID>a</ID>" + ALL + EXPIRE},
            {"<ID>" + "a".repeat(256) + "</ID>" + ALL + EXPIRE}
        }) {
            S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> rules(wrong));
            assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
        }
    }
}
