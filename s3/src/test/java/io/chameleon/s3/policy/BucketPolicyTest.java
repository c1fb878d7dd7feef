package io.chameleon.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.policy.BucketPolicy.Decision;
import io.chameleon.s3.policy.condition.Wildcard;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketPolicyTest {
    private static final String PUBLIC_READ = statement("Allow", "\"*\"", "\"s3:GetObject\"", "\"arn:aws:s3:::b/*\"");

    private static String statement(String effect, String principal, String action, String resource) {
        return "{\"Effect\":\"" + effect + "\",\"Principal\":" + principal + ",\"Action\":" + action + ",\"Resource\":"
                + resource + "}";
    }

    private static BucketPolicy parse(String... statements) {
        return document("{\"Version\":\"2012-10-17\",\"Statement\":[" + String.join(",", statements) + "]}");
    }

    private static BucketPolicy document(String json) {
        return BucketPolicy.parse("b", "owner", json.getBytes(StandardCharsets.UTF_8));
    }

    private static S3Error refusal(String json) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> document(json));
        assertThat(refusal).as(json).isNotNull();
        return refusal.error();
    }

    private static void assertDecision(
            BucketPolicy policy, @Nullable String user, PolicyAction action, @Nullable String key, Decision decision) {
        assertThat(policy.decide(user, action, key, asked -> null))
                .as("%s %s %s", user, action, key)
                .isEqualTo(decision);
    }

    @Test
    void publicRead_isForEverybodyAndNothingElse() {
        BucketPolicy policy = parse(PUBLIC_READ);
        assertThat(policy.isPublic()).isTrue();
        assertDecision(policy, null, PolicyAction.GET_OBJECT, "a/b.txt", Decision.ALLOW);
        assertDecision(policy, "ann", PolicyAction.GET_OBJECT, "", Decision.ALLOW);
        assertDecision(policy, null, PolicyAction.PUT_OBJECT, "a", Decision.SILENT);
        assertDecision(policy, null, PolicyAction.LIST_BUCKET, null, Decision.SILENT);
    }

    @Test
    void users_byNameOrArn_mayDoWhatTheirStatementSays() {
        BucketPolicy policy = parse(statement(
                "Allow",
                "{\"AWS\":[\"ann\",\"arn:aws:iam::123456789012:user/bob\",\"arn:aws:iam::cat:root\"]}",
                "[\"s3:Put*\",\"s3:ListBucket\"]",
                "[\"arn:aws:s3:::b\",\"arn:aws:s3:::b/in/?/*\"]"));
        assertThat(policy.isPublic()).isFalse();
        assertDecision(policy, "ann", PolicyAction.PUT_OBJECT, "in/1/x", Decision.ALLOW);
        assertDecision(policy, "bob", PolicyAction.LIST_BUCKET, null, Decision.ALLOW);
        assertDecision(policy, "cat", PolicyAction.LIST_BUCKET, null, Decision.ALLOW);
        assertDecision(policy, "ann", PolicyAction.PUT_OBJECT, "in/12/x", Decision.SILENT);
        assertDecision(policy, "ann", PolicyAction.GET_OBJECT, "in/1/x", Decision.SILENT);
        assertDecision(policy, "eve", PolicyAction.PUT_OBJECT, "in/1/x", Decision.SILENT);
        assertDecision(policy, null, PolicyAction.PUT_OBJECT, "in/1/x", Decision.SILENT);
    }

    @Test
    void deny_winsOverAllow_butNeverLocksTheOwnerOut() {
        BucketPolicy policy = parse(
                statement("Allow", "{\"AWS\":\"*\"}", "\"*\"", "\"*\""),
                statement("Deny", "\"*\"", "\"s3:*\"", "[\"arn:aws:s3:::b\",\"arn:aws:s3:::b/secret/*\"]"));
        assertDecision(policy, "ann", PolicyAction.GET_OBJECT, "secret/x", Decision.DENY);
        assertDecision(policy, "owner", PolicyAction.GET_OBJECT, "secret/x", Decision.DENY);
        assertDecision(policy, "owner", PolicyAction.DELETE_BUCKET, null, Decision.DENY);
        assertDecision(policy, "owner", PolicyAction.DELETE_BUCKET_POLICY, null, Decision.ALLOW);
        assertDecision(policy, "ann", PolicyAction.DELETE_BUCKET_POLICY, null, Decision.DENY);
        assertDecision(policy, null, PolicyAction.GET_OBJECT, "open", Decision.ALLOW);
    }

    @ParameterizedTest
    @CsvSource({"*, '', true", "'', '', true", "'', a, false", "a*c, abbc, true", "a*c, abcd, false", "?, é, true"})
    void wildcard(String pattern, String text, boolean matches) {
        assertThat(Wildcard.matches(pattern, text)).isEqualTo(matches);
    }

    @Test
    void wildcard_manyStars_takesNoTime() {
        assertThat(Wildcard.matches("a*".repeat(5_000) + "b", "a".repeat(10_000)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"Statement\":[]}",
                "{\"Statement\":[1]}",
                "{\"Version\":\"2020-01-01\",\"Statement\":[STATEMENT]}",
                "{\"Statement\":[STATEMENT],\"Extra\":1}",
                "{\"Statement\":[STATEMENT]} {}",
                "{\"Statement\":[{\"Effect\":\"Allow\"}]}"
            })
    void document_thatIsNoPolicy_isMalformed(String json) {
        assertThat(refusal(json.replace("STATEMENT", PUBLIC_READ))).isEqualTo(S3Error.MALFORMED_POLICY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"Allow\"|\"Maybe\"|MALFORMED_POLICY",
                "\"*\"|\"ann\"|MALFORMED_POLICY",
                "\"*\"|{\"Service\":\"x\"}|NOT_IMPLEMENTED",
                "\"*\"|{\"AWS\":\"arn:aws:iam::*:root\"}|MALFORMED_POLICY",
                "s3:GetObject|ec2:Run|MALFORMED_POLICY",
                "s3:GetObject|s3:SelectEverything|NOT_IMPLEMENTED",
                "s3:GetObject|s3:ListBucket|MALFORMED_POLICY",
                "s3:::b/*|s3:::b|MALFORMED_POLICY",
                "s3:::b/*|s3:::other/*|MALFORMED_POLICY",
                "s3:::b/*|s3:::b/${aws:username}/*|NOT_IMPLEMENTED",
                "\"Effect\"|\"Condition\":{},\"Effect\"|MALFORMED_POLICY",
                "\"Action\"|\"NotAction\"|NOT_IMPLEMENTED",
            })
    void statement_thatWouldNotBeCarriedOut_isRefused(String from, String to, S3Error error) {
        assertThat(refusal("{\"Statement\":" + PUBLIC_READ.replace(from, to) + "}"))
                .isEqualTo(error);
    }

    @Test
    void document_tooLong_isMalformed() {
        String json = "{\"Statement\":[" + PUBLIC_READ + ("," + PUBLIC_READ).repeat(300) + "]}";
        assertThat(refusal(json)).isEqualTo(S3Error.MALFORMED_POLICY);
    }
}
