package io.chameleon.s3.auth;

import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.s3.body.BodyDecoder;
import io.chameleon.s3.body.BodyPlan;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bodies from the network. The first byte says how they are framed, the second how they are cut, the third how long
 * they claim to be. However a body is cut, its end must be the same.
 */
public final class BodyFuzz {
    private static final int LIMIT = 200;
    private static final String[] KINDS = {
        "UNSIGNED-PAYLOAD",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
    };

    private BodyFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 3) {
            return;
        }
        HttpHeaders headers = new DefaultHttpHeaders();
        Payload payload = Payload.parse(KINDS[data[0] & 3]);
        int length = data[2] & 0xFF;
        if (payload.kind().chunked()) {
            headers.add("x-amz-decoded-content-length", length);
        } else if ((data[0] & 4) != 0) {
            headers.add("Content-Length", length);
        }
        if (payload.kind().trailer() && (data[0] & 8) != 0) {
            headers.add("x-amz-trailer", "x-amz-checksum-crc32");
        }
        byte[] body = Arrays.copyOfRange(data, 3, data.length);
        String whole = outcome(headers, payload, body, body.length + 1);
        String cut = outcome(headers, payload, body, 1 + (data[1] & 0xFF));
        if (!whole.equals(cut)) {
            throw new IllegalStateException("in one piece: " + whole + ", in several: " + cut);
        }
    }

    private static String outcome(HttpHeaders headers, Payload payload, byte[] body, int pieceBytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            Payload sealed = payload.sealed(new ChunkSignatures(new byte[32], "time", "scope", "seed"));
            BodyPlan plan = BodyPlan.of(headers, sealed);
            BodyDecoder decoder = new BodyDecoder(plan, LIMIT, true, ChecksumAlgorithm.CRC64NVME);
            for (int at = 0; at < body.length; at += pieceBytes) {
                ByteBuffer piece = ByteBuffer.wrap(body, at, Math.min(pieceBytes, body.length - at));
                decoder.decode(piece, decoded -> {
                    byte[] bytes = new byte[decoded.remaining()];
                    decoded.get(bytes);
                    out.writeBytes(bytes);
                });
            }
            String end = decoder.finish().toString();
            if (plan.length() >= 0 && out.size() != plan.length()) {
                throw new IllegalStateException(out.size() + " bytes instead of " + plan.length());
            }
            return end;
        } catch (S3Exception refusal) {
            Refusal.requireOneLine(refusal);
            if (out.size() > LIMIT) {
                throw new IllegalStateException(out.size() + " bytes past the limit");
            }
            return refusal.error().code();
        }
    }
}
