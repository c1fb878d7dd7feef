package io.chameleon.s3.policy.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {
    private static final JsonMapper JSON = new JsonMapper();

    static Conditions parse(String json) {
        try {
            return Conditions.parse(JSON.readTree(json));
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** Facts by label; a value with bars is several. */
    static Facts facts(Map<String, String> values) {
        Map<ConditionKey, List<String>> all = new HashMap<>();
        values.forEach((label, value) -> all.put(key(label), List.of(value.split("\\|", -1))));
        return all::get;
    }

    private static ConditionKey key(String label) {
        return Objects.requireNonNull(ConditionKey.parse(label), label);
    }

    private static boolean holds(String operator, String key, String wanted, @Nullable String given) {
        String json = "{\"" + operator + "\":{\"" + key + "\":" + wanted.replace('\'', '"') + "}}";
        return parse(json).hold(facts(given == null ? Map.of() : Map.of(key, given)));
    }

    @ParameterizedTest(name = "{0} {1} {2} given {3}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            nullValues = "absent",
            value = {
                "StringEquals; aws:username; 'ann'; ann; true",
                "StringEquals; aws:username; 'ann'; Ann; false",
                "StringEquals; aws:username; 'a*'; ann; false",
                "StringEquals; aws:username; ['bob','ann']; ann; true",
                "StringEquals; aws:username; 'ann'; absent; false",
                "StringEqualsIfExists; aws:username; 'ann'; absent; true",
                "StringEqualsIfExists; aws:username; 'ann'; bob; false",
                "StringNotEquals; aws:username; ['bob','ann']; ann; false",
                "StringNotEquals; aws:username; ['bob','ann']; eve; true",
                "StringNotEquals; aws:username; 'ann'; absent; true",
                "StringEqualsIgnoreCase; aws:username; 'ANN'; ann; true",
                "StringNotEqualsIgnoreCase; aws:username; 'ANN'; ann; false",
                "StringLike; s3:prefix; 'home/*'; home/ann; true",
                "StringLike; s3:prefix; 'home/?'; home/ann; false",
                "StringLike; s3:prefix; ''; \"\"; true",
                "StringNotLike; s3:prefix; 'home/*'; tmp/; true",
                "StringEquals; aws:SecureTransport; 'true'; true; true",
                "NumericEquals; s3:max-keys; 10; 10; true",
                "NumericEquals; s3:max-keys; '10.0'; 10; true",
                "NumericNotEquals; s3:max-keys; '10'; 11; true",
                "NumericLessThan; s3:max-keys; '10'; 9; true",
                "NumericLessThan; s3:max-keys; '10'; 10; false",
                "NumericLessThanEquals; s3:max-keys; '10'; 10; true",
                "NumericGreaterThan; s3:max-keys; '10'; 9; false",
                "NumericGreaterThanEquals; s3:max-keys; '9'; 10; true",
                "NumericLessThan; s3:max-keys; '10'; many; false",
                "DateLessThan; aws:CurrentTime; '2026-06-01T00:00:00Z'; 2026-05-31T23:59:59Z; true",
                "DateLessThan; aws:CurrentTime; '2026-06-01'; 2026-06-01T00:00:00Z; false",
                "DateGreaterThanEquals; aws:CurrentTime; '2026-06-01T02:00:00+02:00'; 2026-06-01T00:00:00Z; true",
                "DateGreaterThan; aws:EpochTime; '2001-09-09T01:46:40Z'; 1000000001; true",
                "DateEquals; aws:EpochTime; 1000000000; 1000000000; true",
                "DateNotEquals; aws:EpochTime; 1000000000; 1000000000; false",
                "Bool; aws:SecureTransport; true; true; true",
                "Bool; aws:SecureTransport; 'False'; false; true",
                "Bool; aws:SecureTransport; 'true'; false; false",
                "IpAddress; aws:SourceIp; '10.1.0.0/16'; 10.1.255.1; true",
                "IpAddress; aws:SourceIp; '10.1.0.0/16'; 10.2.0.1; false",
                "IpAddress; aws:SourceIp; ['192.0.2.7','2001:db8::/32']; 2001:db8:0:0:0:0:0:1; true",
                "IpAddress; aws:SourceIp; '0.0.0.0/0'; 2001:db8:0:0:0:0:0:1; false",
                "IpAddress; aws:SourceIp; '192.0.2.7'; 192.0.2.8; false",
                "NotIpAddress; aws:SourceIp; '10.0.0.0/8'; 11.0.0.1; true",
                "NotIpAddress; aws:SourceIp; '10.0.0.0/8'; 10.0.0.1; false",
                "ArnLike; aws:PrincipalArn; 'arn:aws:iam::*:user/a*'; arn:aws:iam:::user/ann; true",
                "ArnEquals; aws:PrincipalArn; 'arn:aws:iam:::user/ann'; arn:aws:iam:::user/bob; false",
                "ArnNotLike; aws:PrincipalArn; 'arn:aws:iam:::user/ann'; arn:aws:iam:::user/bob; true",
                "ArnNotEquals; aws:PrincipalArn; 'arn:aws:iam:::user/*'; arn:aws:iam:::user/bob; false",
                "Null; s3:x-amz-acl; true; absent; true",
                "Null; s3:x-amz-acl; 'true'; private; false",
                "Null; s3:x-amz-acl; 'false'; private; true",
                "Null; s3:RequestObjectTagKeys; 'true'; absent; true",
                "ForAllValues:StringEquals; s3:RequestObjectTagKeys; ['a','b']; a|b; true",
                "ForAllValues:StringEquals; s3:RequestObjectTagKeys; ['a','b']; a|c; false",
                "ForAllValues:StringEquals; s3:RequestObjectTagKeys; ['a','b']; absent; true",
                "ForAllValues:StringNotEquals; s3:RequestObjectTagKeys; ['a','b']; c|d; true",
                "ForAllValues:StringNotEquals; s3:RequestObjectTagKeys; ['a','b']; c|a; false",
                "ForAnyValue:StringEquals; s3:RequestObjectTagKeys; ['a','b']; c|a; true",
                "ForAnyValue:StringEquals; s3:RequestObjectTagKeys; ['a','b']; c|d; false",
                "ForAnyValue:StringEquals; s3:RequestObjectTagKeys; ['a','b']; absent; false",
                "ForAnyValue:StringNotEquals; s3:RequestObjectTagKeys; ['a','b']; a|c; true",
                "ForAnyValue:StringLikeIfExists; s3:RequestObjectTagKeys; 'x*'; absent; true",
            })
    void condition_holdsAsAmazonDocuments(
            String operator, String key, String wanted, @Nullable String given, boolean holds) {
        assertThat(holds(operator, key, wanted, given)).isEqualTo(holds);
    }

    @Test
    void allOperatorsAndKeys_mustHold() {
        Conditions conditions = parse(
                "{\"StringEquals\":{\"aws:username\":\"ann\",\"s3:prefix\":\"a/\"},\"Bool\":{\"aws:SecureTransport\":true}}");
        Map<String, String> all = Map.of("aws:username", "ann", "s3:prefix", "a/", "aws:SecureTransport", "true");
        assertThat(conditions.hold(facts(all))).isTrue();
        all.keySet().forEach(missing -> {
            Map<String, String> fewer = new HashMap<>(all);
            fewer.remove(missing);
            assertThat(conditions.hold(facts(fewer))).as("without %s", missing).isFalse();
        });
        assertThat(Conditions.NONE.hold(facts(Map.of()))).isTrue();
    }

    @Test
    void namesOfKeys_areInAnyCase_keysOfTagsAreNot() {
        assertThat(ConditionKey.parse("AWS:sourceip")).isEqualTo(new ConditionKey(Subject.SOURCE_IP, ""));
        assertThat(ConditionKey.parse("s3:existingobjecttag/Colour"))
                .isEqualTo(new ConditionKey(Subject.EXISTING_OBJECT_TAG, "Colour"));
        assertThat(key("s3:RequestObjectTagKeys").subject()).isEqualTo(Subject.REQUEST_OBJECT_TAG_KEYS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "\"x\"",
                "{'StringEquals':{}}",
                "{'StringEquals':'ann'}",
                "{'StringEquals':{'aws:username':[]}}",
                "{'StringEquals':{'aws:username':null}}",
                "{'StringEquals':{'aws:username':{'a':'b'}}}",
                "{'StringEquals':{'aws:username':['ann',['bob']]}}",
                "{'StringEquals':{'aws:username':'${aws:username}'}}",
                "{'stringEquals':{'aws:username':'ann'}}",
                "{'StringSounds':{'aws:username':'ann'}}",
                "{'BinaryEquals':{'aws:username':'YQ=='}}",
                "{'ForSomeValues:StringEquals':{'aws:username':'ann'}}",
                "{'ForAnyValue:ForAllValues:StringEquals':{'aws:username':'ann'}}",
                "{'StringEqualsIfExistsIfExists':{'aws:username':'ann'}}",
                "{'NullIfExists':{'aws:username':'true'}}",
                "{'ForAnyValue:Null':{'aws:username':'true'}}",
                "{'Null':{'aws:username':'maybe'}}",
                "{'StringEquals':{'aws:PrincipalOrgID':'o-1'}}",
                "{'StringEquals':{'s3:x-amz-server-side-encryption':'AES256'}}",
                "{'StringEquals':{'s3:ExistingObjectTag/':'x'}}",
                "{'StringEquals':{'s3:ExistingObjectTag':'x'}}",
                "{'StringEquals':{'s3:RequestObjectTagKeys':'x'}}",
                "{'StringEquals':{'aws:SourceIp':'10.0.0.1'}}",
                "{'StringEquals':{'s3:max-keys':'10'}}",
                "{'NumericEquals':{'aws:username':'10'}}",
                "{'NumericEquals':{'s3:max-keys':'ten'}}",
                "{'NumericEquals':{'s3:max-keys':'1e9'}}",
                "{'DateEquals':{'aws:CurrentTime':'yesterday'}}",
                "{'DateEquals':{'aws:CurrentTime':'2026-13-01'}}",
                "{'Bool':{'aws:SecureTransport':'yes'}}",
                "{'IpAddress':{'aws:SourceIp':'10.0.0.0/33'}}",
                "{'IpAddress':{'aws:SourceIp':'10.0.0'}}",
                "{'IpAddress':{'aws:SourceIp':'10.0.0.256'}}",
                "{'IpAddress':{'aws:SourceIp':'localhost'}}",
                "{'IpAddress':{'aws:SourceIp':'::1/129'}}",
                "{'IpAddress':{'aws:SourceIp':'10.0.0.0/'}}",
                "{'ArnLike':{'aws:PrincipalArn':'ann'}}",
                "{'ArnEquals':{'aws:PrincipalArn':'arn:aws:iam::123456789012:user/ann'}}",
                "{'ArnLike':{'aws:PrincipalArn':'arn:aws:sts:::assumed-role/x'}}",
                "{'StringEquals':{'aws:PrincipalArn':'arn:aws:iam::*:user/ann'}}",
            })
    void condition_thatWouldNotBeJudgedExactly_isMalformed(String json) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> parse(json.replace('\'', '"')));
        assertThat(refusal).as(json).isNotNull();
        assertThat(refusal.error()).isEqualTo(S3Error.MALFORMED_POLICY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "{'IpAddress':{'aws:SourceIp':'10.0.0.0/8'}}; true",
                "{'IpAddress':{'aws:SourceIp':['10.0.0.0/8','0.0.0.0/1']}}; false",
                "{'IpAddressIfExists':{'aws:SourceIp':'10.0.0.0/8'}}; false",
                "{'NotIpAddress':{'aws:SourceIp':'10.0.0.0/8'}}; false",
                "{'IpAddress':{'aws:SourceIp':'2001:db8::/31'}}; false",
                "{'StringEquals':{'aws:username':'ann'}}; true",
                "{'StringLike':{'aws:username':'a*'}}; false",
                "{'ForAllValues:StringEquals':{'aws:username':'ann'}}; false",
                "{'Null':{'aws:username':'false'}}; false",
                "{'StringLike':{'aws:Referer':'http://example.com/'}}; false",
            })
    void whoIsLeft_isKnown_onlyByUserOrNetwork(String json, boolean restricts) {
        assertThat(parse(json.replace('\'', '"')).restrictWho()).isEqualTo(restricts);
    }

    @Test
    void sourceOfCopy_isTheSame_withSlashAndWithout() {
        Facts facts = facts(Map.of("s3:x-amz-copy-source", "b/public/x"));
        assertThat(parse("{\"StringLike\":{\"s3:x-amz-copy-source\":\"/b/public/*\"}}")
                        .hold(facts))
                .isTrue();
        assertThat(parse("{\"StringNotLike\":{\"s3:x-amz-copy-source\":\"b/public/*\"}}")
                        .hold(facts))
                .isFalse();
    }
}
