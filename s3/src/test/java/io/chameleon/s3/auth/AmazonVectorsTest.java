package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.body.BodyDecoder;
import io.chameleon.s3.body.BodyPlan;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.DecodedBody;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of Amazon's reference of the S3 API: requests, chunks, trailer, presigned address and form. */
class AmazonVectorsTest {
    private static final String ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE";
    private static final User USER = new User("amazon", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final String CREDENTIAL = ACCESS_KEY + "/20130524/us-east-1/s3/aws4_request";

    private static Authenticator at(String time) {
        return new Authenticator(
                key -> key.equals(ACCESS_KEY) ? USER : null, "us-east-1", InstantSource.fixed(Instant.parse(time)));
    }

    private static HttpHeaders headers(String host, String hash, String... more) {
        HttpHeaders headers = new DefaultHttpHeaders()
                .add("Host", host)
                .add("x-amz-content-sha256", hash)
                .add("x-amz-date", "20130524T000000Z");
        for (int i = 0; i < more.length; i += 2) {
            headers.add(more[i], more[i + 1]);
        }
        return headers;
    }

    private static Authentication authenticate(
            String method, String target, HttpHeaders headers, String signed, String signature) {
        headers.add(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + CREDENTIAL + ",SignedHeaders=" + signed + ",Signature=" + signature);
        return at("2013-05-24T00:10:00Z").authenticate(new SignedRequest(method, target, headers));
    }

    @Test
    void examples_ofHeaders_areTheUsers() {
        String host = "examplebucket.s3.amazonaws.com";
        String usual = "host;x-amz-content-sha256;x-amz-date";
        assertThat(authenticate(
                                "GET",
                                "/test.txt",
                                headers(host, EMPTY, "Range", "bytes=0-9"),
                                "host;range;x-amz-content-sha256;x-amz-date",
                                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
                        .user())
                .isEqualTo("amazon");
        Authentication put = authenticate(
                "PUT",
                "/test$file.text",
                headers(
                        host,
                        "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
                        "Date",
                        "Fri, 24 May 2013 00:00:00 GMT",
                        "x-amz-storage-class",
                        "REDUCED_REDUNDANCY"),
                "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
        assertThat(put.payload().kind()).isEqualTo(PayloadKind.SHA256);
        authenticate(
                "GET",
                "/?lifecycle",
                headers(host, EMPTY),
                usual,
                "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
        authenticate(
                "GET",
                "/?max-keys=2&prefix=J",
                headers(host, EMPTY),
                usual,
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void example_ofAPresignedAddress_isTheUsers() {
        String target = "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
        HttpHeaders headers = new DefaultHttpHeaders().add("Host", "examplebucket.s3.amazonaws.com");
        Authentication found = at("2013-05-24T23:59:59Z").authenticate(new SignedRequest("GET", target, headers));
        assertThat(found.user()).isEqualTo("amazon");
        assertThat(found.payload()).isEqualTo(Payload.UNSIGNED);
    }

    @Test
    void example_ofSignedChunks_isDecoded() {
        HttpHeaders headers = headers(
                "s3.amazonaws.com",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "x-amz-storage-class",
                "REDUCED_REDUNDANCY",
                "Content-Encoding",
                "aws-chunked",
                "x-amz-decoded-content-length",
                "66560",
                "Content-Length",
                "66824");
        Authentication found = authenticate(
                "PUT",
                "/examplebucket/chunkObject.txt",
                headers,
                "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                        + "x-amz-storage-class",
                "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
        byte[] body = chunks(
                "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
                "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
                "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
                "");
        assertThat(body).hasSize(66824);
        assertThat(decode(headers, found, body).length()).isEqualTo(66560);
    }

    @Test
    void example_ofSignedChunksWithTrailer_isDecoded() {
        HttpHeaders headers = headers(
                "s3.amazonaws.com",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
                "x-amz-storage-class",
                "REDUCED_REDUNDANCY",
                "Content-Encoding",
                "aws-chunked",
                "x-amz-decoded-content-length",
                "66560",
                "x-amz-trailer",
                "x-amz-checksum-crc32c");
        Authentication found = authenticate(
                "PUT",
                "/examplebucket/chunkObject.txt",
                headers,
                "content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                        + "x-amz-storage-class;x-amz-trailer",
                "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
        byte[] body = chunks(
                "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
                "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
                "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
                "x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:"
                        + "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n");
        DecodedBody decoded = decode(headers, found, body);
        assertThat(decoded.checksum()).isNotNull().satisfies(checksum -> {
            assertThat(checksum.algorithm()).isEqualTo(ChecksumAlgorithm.CRC32C);
            assertThat(checksum.value()).isEqualTo("sOO8/Q==");
        });
    }

    @Test
    void example_ofAForm_isTheUsers() {
        String policy = "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7"
                + "ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2Vy"
                + "MS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0"
                + "cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBb"
                + "InN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQz"
                + "NjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJz"
                + "dGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlP"
                + "U0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3Jp"
                + "dGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBd"
                + "DQp9";
        Map<String, String> fields = new HashMap<>(Map.of(
                "key", "user/user1/photo.png",
                "acl", "public-read",
                "success_action_redirect", "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html",
                "content-type", "image/jpeg",
                "x-amz-meta-uuid", "14365123651274",
                "x-amz-server-side-encryption", "AES256",
                "x-amz-credential", ACCESS_KEY + "/20151229/us-east-1/s3/aws4_request",
                "x-amz-algorithm", "AWS4-HMAC-SHA256",
                "x-amz-date", "20151229T000000Z",
                "policy", policy));
        fields.put("x-amz-meta-tag", "");
        fields.put("x-amz-signature", "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e");
        FormGrant grant = at("2015-12-30T11:59:59Z").authenticateForm("sigv4examplebucket", fields);
        assertThat(grant).isEqualTo(new FormGrant("amazon", 0, Long.MAX_VALUE));
    }

    private static DecodedBody decode(HttpHeaders headers, Authentication found, byte[] body) {
        BodyDecoder decoder = new BodyDecoder(BodyPlan.of(headers, found.payload()), Long.MAX_VALUE, true, null);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        decoder.decode(ByteBuffer.wrap(body), piece -> {
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            decoded.writeBytes(bytes);
        });
        assertThat(decoded.toString(StandardCharsets.US_ASCII)).isEqualTo("a".repeat(66560));
        return decoder.finish();
    }

    private static byte[] chunks(String first, String second, String last, String trailer) {
        String body = "10000;chunk-signature=" + first + "\r\n" + "a".repeat(65536) + "\r\n"
                + "400;chunk-signature=" + second + "\r\n" + "a".repeat(1024) + "\r\n"
                + "0;chunk-signature=" + last + "\r\n" + trailer + "\r\n";
        return body.getBytes(StandardCharsets.US_ASCII);
    }
}
