package io.chameleon.client.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EncodedSegmentTest {
    /** Counts what is not released. */
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

    @AfterEach
    void everythingIsReleased() {
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 10_000, 65_536, 131_071, 1_000_001})
    void fragments_areThoseOfTheCode_withTheirChecksums(int length) {
        byte[] segment = bytes(length);
        for (RedundancyScheme scheme : new RedundancyScheme[] {RedundancyScheme.EC_4_2, RedundancyScheme.REP_3}) {
            byte[][] expected = new StripeCodec()
                    .encode(
                            new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups()),
                            segment);
            StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), length);

            EncodedSegment encoded = EncodedSegment.of(ByteBuffer.wrap(segment), scheme, allocator);

            for (int i = 0; i < scheme.width(); i++) {
                if (!layout.isPadding(i)) {
                    ByteBuf payload = encoded.payload(i);
                    assertThat(ByteBufUtil.getBytes(payload)).isEqualTo(expected[i]);
                    assertThat(encoded.crc32c(i)).isEqualTo(Crc.of(expected[i]));
                    payload.release();
                }
            }
            encoded.release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 4097, 10_000, 65_536, 131_071, 1_000_001})
    void fragments_areOfTheirSegmentAlone(int length) {
        byte[] around = bytes(length + 20);
        byte[] segment = Arrays.copyOfRange(around, 7, 7 + length);
        byte[] other = segment.clone();
        other[length / 2]++;
        for (RedundancyScheme scheme : new RedundancyScheme[] {RedundancyScheme.EC_4_2, RedundancyScheme.REP_3}) {
            EncodedSegment encoded = EncodedSegment.of(ByteBuffer.wrap(around, 7, length), scheme, allocator);

            assertThat(encoded.isOf(Crc.of(segment))).isTrue();
            assertThat(encoded.isOf(Crc.of(other))).isFalse();
            encoded.release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 65_536})
    void request_thatIsStillToBeSent_hasItsFragmentAfterTheRest(int length) {
        byte[] segment = bytes(length);
        EncodedSegment encoded = EncodedSegment.of(ByteBuffer.wrap(segment), RedundancyScheme.REP_3, allocator);
        ByteBuf late = encoded.payload(2);

        encoded.release();

        assertThat(ByteBufUtil.getBytes(late)).isEqualTo(segment);
        late.release();
    }
}
