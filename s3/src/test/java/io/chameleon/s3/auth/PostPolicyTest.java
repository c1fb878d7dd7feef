package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms, as browsers send them and as ceph/s3-tests tries them. */
class PostPolicyTest {
    private static final User ANN = new User("ann", "s3cret");
    private static final Authenticator AUTHENTICATOR = new Authenticator(
            key -> key.equals("ANN") ? ANN : null, null, InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")));
    private static final String CONDITIONS = "{\"bucket\":\"b\"},[\"starts-with\",\"$key\",\"foo\"],"
            + "{\"acl\":\"private\"},[\"starts-with\",\"$Content-Type\",\"text/plain\"],"
            + "[\"content-length-range\",0,1024]";

    private static String document(String conditions) {
        return "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[" + conditions + "]}";
    }

    private static Map<String, String> form(String document) {
        String policy = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
        Map<String, String> fields = new HashMap<>();
        fields.put("key", "foo.txt");
        fields.put("acl", "private");
        fields.put("content-type", "text/plain");
        fields.put("policy", policy);
        fields.put("awsaccesskeyid", "ANN");
        byte[] signature = Hashes.hmac(Hashes.HMAC_SHA1, ANN.secret().getBytes(StandardCharsets.UTF_8), policy);
        fields.put("signature", Base64.getEncoder().encodeToString(signature));
        return fields;
    }

    private static FormGrant grant(Map<String, String> fields) {
        return AUTHENTICATOR.authenticateForm("b", fields);
    }

    private static S3Error refusal(Map<String, String> fields) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> grant(fields));
        assertThat(refusal).isNotNull();
        return refusal.error();
    }

    @Test
    void form_asItsPolicyWants_isAnnsWithinItsSize() {
        assertThat(grant(form(document(CONDITIONS)))).isEqualTo(new FormGrant("ann", 0, 1024));
    }

    @Test
    void form_ofVersion4_isAnns_andNobodysWithAnotherPolicy() {
        String credential = "ANN/20260301/us-east-1/s3/aws4_request";
        Map<String, String> fields = form(document(CONDITIONS + ",{\"x-amz-credential\":\"" + credential
                + "\"},{\"x-amz-date\":\"20260301T000000Z\"},{\"x-amz-algorithm\":\"AWS4-HMAC-SHA256\"}"));
        fields.remove("signature");
        fields.remove("awsaccesskeyid");
        fields.put("x-amz-credential", credential);
        fields.put("x-amz-date", "20260301T000000Z");
        fields.put("x-amz-algorithm", "AWS4-HMAC-SHA256");
        byte[] key = DayKeys.derive(ANN.secret(), new Scope("ANN", "20260301", "us-east-1"));
        fields.put("x-amz-signature", Hashes.hmacHex(key, fields.getOrDefault("policy", "")));
        assertThat(grant(fields).user()).isEqualTo("ann");
        fields.put("policy", form(document("")).getOrDefault("policy", ""));
        assertThat(refusal(fields)).isEqualTo(S3Error.SIGNATURE_DOES_NOT_MATCH);
    }

    @Test
    void form_withoutPolicy_isAnonymous() {
        assertThat(grant(Map.of("key", "foo.txt"))).isEqualTo(new FormGrant(null, 0, Long.MAX_VALUE));
    }

    @Test
    void namesAndOperators_mayBeWrittenInAnyCase() {
        assertThat(grant(form(document("{\"bUcKeT\":\"b\"},[\"StArTs-WiTh\",\"$KeY\",\"foo\"],{\"AcL\":\"private\"},"
                                + "[\"StArTs-WiTh\",\"$CoNtEnT-TyPe\",\"text/plain\"]")))
                        .user())
                .isEqualTo("ann");
    }

    @Test
    void dollar_escapedOrNot_isADollar() {
        Map<String, String> fields = form(document(CONDITIONS.replace("\"foo\"", "\"\\$foo\"")));
        fields.put("key", "$foo.txt");
        assertThat(grant(fields).user()).isEqualTo("ann");
        Map<String, String> backslash = form(document(CONDITIONS.replace("\"foo\"", "\"\\\\$foo\"")));
        backslash.put("key", "\\$foo.txt");
        assertThat(grant(backslash).user()).isEqualTo("ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key=bar.txt",
                "acl=public-read",
                "content-type=image/png",
                "content-type=text/plain,image/png",
                "x-amz-meta-foo=barclamp",
                "tagging=<Tagging/>",
                "x-amz-storage-class=STANDARD"
            })
    void field_thatThePolicyDoesNotAllow_isDenied(String field) {
        Map<String, String> fields = form(document(CONDITIONS));
        fields.put(field.substring(0, field.indexOf('=')), field.substring(field.indexOf('=') + 1));
        assertThat(refusal(fields)).isEqualTo(S3Error.ACCESS_DENIED);
    }

    @Test
    void field_thatIsToBeIgnored_needsNoCondition() {
        Map<String, String> fields = form(document(CONDITIONS));
        fields.put("x-ignore-foo", "bar");
        assertThat(grant(fields).user()).isEqualTo("ann");
    }

    @Test
    void condition_onAMissingField_orAnotherBucket_isDenied() {
        assertThat(refusal(form(document(CONDITIONS + ",[\"starts-with\",\"$x-amz-meta-foo\",\"bar\"]"))))
                .isEqualTo(S3Error.ACCESS_DENIED);
        assertThat(refusal(form(document(CONDITIONS.replace("\"b\"", "\"other\"")))))
                .isEqualTo(S3Error.ACCESS_DENIED);
        assertThat(refusal(form(document(CONDITIONS.replace("{\"bucket\":\"b\"},", "")))))
                .isEqualTo(S3Error.ACCESS_DENIED);
    }

    @Test
    void policy_thatExpired_isDenied() {
        String expired = document(CONDITIONS).replace("T13:", "T11:");
        assertThat(refusal(form(expired))).isEqualTo(S3Error.ACCESS_DENIED);
    }

    @Test
    void signer_unknownOrWrong() {
        Map<String, String> fields = form(document(CONDITIONS));
        fields.put("awsaccesskeyid", "BOB");
        assertThat(refusal(fields)).isEqualTo(S3Error.INVALID_ACCESS_KEY_ID);
        fields.put("awsaccesskeyid", "ANN");
        fields.put("signature", "x");
        assertThat(refusal(fields)).isEqualTo(S3Error.SIGNATURE_DOES_NOT_MATCH);
        fields.remove("signature");
        assertThat(refusal(fields)).isEqualTo(S3Error.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\"}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"CONDITIONS\":[]}",
                "{\"EXPIRATION\":\"2026-03-01T13:00:00Z\",\"conditions\":[]}",
                "{\"expiration\":\"tomorrow\",\"conditions\":[]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[{}]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[[\"content-length-range\",0]]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[[\"content-length-range\",-1,0]]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[[\"content-length-range\",\"x\",0]]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[[\"eq\",\"key\",\"x\"]]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[[\"like\",\"$key\",\"x\"]]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[1]}",
                "{\"expiration\":\"2026-03-01T13:00:00Z\",\"conditions\":[]} x"
            })
    void document_thatIsNoPolicy_isInvalid(String document) {
        assertThat(refusal(form(document))).isEqualTo(S3Error.INVALID_POLICY_DOCUMENT);
    }
}
