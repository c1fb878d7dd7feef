package io.chameleon.s3.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.auth.AmazonSigner;
import io.chameleon.s3.auth.AmazonSigner.Sent;
import io.chameleon.s3.auth.AmazonSigner.Way;
import io.chameleon.s3.error.S3Exception;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that Amazon's signer framed: cut anywhere, and damaged anywhere. A failure names its seed. */
class BodyDecoderPropertyTest {
    private static final int SEVERAL_CHUNKS = 300_000;

    @ParameterizedTest
    @EnumSource
    void body_cutInTwoAnywhere_andInSingleBytes_isTheSame(Way way) throws Exception {
        long seed = System.nanoTime();
        byte[] object = object(new Random(seed), 90);
        Sent sent = new AmazonSigner(new Random(seed)).sign(way, object);
        for (int cut = 0; cut <= sent.body().length; cut++) {
            int at = cut;
            assertThat(decode(sent, sent.body(), done -> done < at ? at - done : Integer.MAX_VALUE))
                    .as("seed %d, cut %d", seed, cut)
                    .isEqualTo(object);
        }
        assertThat(decode(sent, sent.body(), done -> 1)).as("seed %d", seed).isEqualTo(object);
    }

    @ParameterizedTest
    @EnumSource
    void body_ofAnySize_inAnyPieces_isTheSame(Way way) throws Exception {
        long seed = System.nanoTime();
        for (long body = seed; body < seed + 20; body++) {
            Random random = new Random(body);
            byte[] object = object(random, random.nextInt(SEVERAL_CHUNKS));
            Sent sent = new AmazonSigner(random).sign(way, object);
            int most = 1 << random.nextInt(5, 18); // the test above has single bytes
            assertThat(Arrays.equals(decode(sent, sent.body(), done -> random.nextInt(1, most + 1)), object))
                    .as("seed %d", body)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void body_damagedOrCut_isRefusedOrStillTheObject(Way way) throws Exception {
        long seed = System.nanoTime();
        for (long body = seed; body < seed + 300; body++) {
            Random random = new Random(body);
            byte[] object = object(random, random.nextInt(200));
            Sent sent = new AmazonSigner(random).sign(way, object);
            byte[] damaged = damage(random, sent.body());
            boolean checked = way != Way.QUERY && way != Way.UNSIGNED
                    || sent.headers().toString().contains("checksum");
            if (!checked) {
                continue; // nothing was announced that could tell
            }
            try {
                assertThat(decode(sent, damaged, done -> random.nextInt(1, 50)))
                        .as("seed %d", body)
                        .isEqualTo(object);
            } catch (S3Exception expected) {
                assertThat(expected.error().status()).as("seed %d", body).isBetween(400, 403);
            }
        }
    }

    @Test
    void chunks_thatAreSigned_refuseEveryOtherByte() throws Exception {
        byte[] object = object(new Random(1), 50);
        Sent sent = new AmazonSigner(new Random(1)).sign(Way.CHUNKS, object);
        int refused = 0;
        for (int at = 0; at < sent.body().length; at++) {
            byte[] damaged = sent.body().clone();
            damaged[at] ^= 1;
            try {
                decode(sent, damaged, done -> Integer.MAX_VALUE);
            } catch (S3Exception e) {
                refused++;
            }
        }
        assertThat(refused).isEqualTo(sent.body().length);
    }

    private static byte[] damage(RandomGenerator random, byte[] body) {
        int at = body.length == 0 ? 0 : random.nextInt(body.length);
        switch (random.nextInt(3)) {
            case 0 -> {
                return Arrays.copyOf(body, at); // torn off
            }
            case 1 -> {
                byte[] longer = new byte[body.length + 1];
                System.arraycopy(body, 0, longer, 0, at);
                longer[at] = (byte) random.nextInt();
                System.arraycopy(body, at, longer, at + 1, body.length - at);
                return longer;
            }
            default -> {
                byte[] changed = body.clone();
                if (changed.length > 0) {
                    changed[at] ^= (byte) (1 << random.nextInt(8));
                }
                return changed;
            }
        }
    }

    private static byte[] object(RandomGenerator random, int length) {
        byte[] object = new byte[length];
        random.nextBytes(object);
        return object;
    }

    /** How many bytes the next piece has, by how many were fed. */
    private interface Cutter {
        int next(int done);
    }

    private static byte[] decode(Sent sent, byte[] body, Cutter cutter) throws Exception {
        BodyPlan plan = BodyPlan.of(
                sent.headers(),
                AmazonSigner.authenticator().authenticate(sent.request()).payload());
        BodyDecoder decoder = new BodyDecoder(plan, 1 << 20, true, ChecksumAlgorithm.CRC64NVME);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int done = 0; done < body.length; ) {
            int length = Math.min(cutter.next(done), body.length - done);
            ByteBuf piece = Unpooled.directBuffer(length).writeBytes(body, done, length);
            try {
                decoder.decode(piece, decoded -> {
                    byte[] bytes = new byte[decoded.remaining()];
                    decoded.get(bytes);
                    out.writeBytes(bytes);
                });
                assertThat(piece.isReadable()).isFalse();
            } finally {
                piece.release();
            }
            done += length;
        }
        DecodedBody decoded = decoder.finish();
        assertThat(decoded.length()).isEqualTo(out.size());
        assertThat(decoded.md5())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("MD5").digest(out.toByteArray())));
        assertThat(decoded.checksum()).isNotNull();
        return out.toByteArray();
    }
}
