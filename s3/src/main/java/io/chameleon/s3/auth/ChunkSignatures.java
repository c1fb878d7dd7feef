package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.HexFormat;

/**
 * Checks the signatures of the chunks of one body, in order: each signs its chunk and the signature before it, the
 * first the one of the request. Not for several threads.
 */
public final class ChunkSignatures {
    private static final String EMPTY_SHA256 = Hashes.sha256Hex("");

    private final byte[] key;
    private final String timestamp;
    private final String scope;
    private String previous;

    ChunkSignatures(byte[] key, String timestamp, String scope, String seed) {
        this.key = key;
        this.timestamp = timestamp;
        this.scope = scope;
        this.previous = seed;
    }

    /** Wrong is SignatureDoesNotMatch. */
    public void checkChunk(byte[] sha256, String signature) {
        check("AWS4-HMAC-SHA256-PAYLOAD", EMPTY_SHA256 + "\n" + HexFormat.of().formatHex(sha256), signature);
    }

    /** Checks the signature of the trailer: of the hash of its lines {@code name:value\n}. */
    public void checkTrailer(byte[] sha256, String signature) {
        check("AWS4-HMAC-SHA256-TRAILER", HexFormat.of().formatHex(sha256), signature);
    }

    private void check(String algorithm, String hashes, String signature) {
        String toSign = algorithm + "\n" + timestamp + "\n" + scope + "\n" + previous + "\n" + hashes;
        String expected = Hashes.hmacHex(key, toSign);
        if (!Hashes.same(expected, signature)) {
            throw new S3Exception(S3Error.SIGNATURE_DOES_NOT_MATCH)
                    .with("SignatureProvided", signature)
                    .with("StringToSign", toSign);
        }
        previous = expected;
    }
}
