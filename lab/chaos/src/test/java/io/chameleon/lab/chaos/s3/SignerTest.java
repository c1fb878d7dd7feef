package io.chameleon.lab.chaos.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The examples of Amazon's documentation of the signature. */
class SignerTest {
    private static final String HOST = "examplebucket.s3.amazonaws.com";
    private static final Instant TIME = Instant.parse("2013-05-24T00:00:00Z");

    private final Signer signer = new Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");

    private String signature(String query) {
        String authorization =
                signer.headers(TIME, HOST, "GET", "/", query, new byte[0]).getOrDefault("Authorization", "");
        return authorization.substring(authorization.lastIndexOf('=') + 1);
    }

    @Test
    void listOfABucket_hasAmazonsSignature() {
        assertThat(signature("max-keys=2&prefix=J"))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void parameterWithoutAValue_hasAmazonsSignature() {
        assertThat(signature("lifecycle="))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }
}
