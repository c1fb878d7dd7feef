package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Stripes in buffers are coded as in arrays, in any kind of buffer. */
class BufferCodingTest {
    private static final int OFFSET = 3;
    /** Larger than a block of the copying path, and not a multiple of anything. */
    private static final List<Integer> LENGTHS = List.of(0, 1, 63, 8192, 20_001);

    /** The kind of memory that holds the shards of a stripe. */
    private enum Memory {
        HEAP,
        DIRECT,
        MIXED;

        ByteBuffer with(int shard, byte[] bytes) {
            boolean direct = this == DIRECT || this == MIXED && shard % 2 == 0;
            int size = OFFSET + bytes.length + 1;
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
            buffer.put(OFFSET, bytes);
            return buffer.limit(size - 1).position(Math.min(shard, size - 1)); // its position must not matter
        }
    }

    static Stream<Arguments> codecsAndMemories() {
        return Stripes.codecs().stream()
                .flatMap(kind -> Arrays.stream(Memory.values()).map(memory -> Arguments.of(kind, memory)));
    }

    @ParameterizedTest
    @MethodSource("codecsAndMemories")
    void encode_buffers_givesTheLibrarysParity(CodecKind kind, Memory memory) {
        RandomGenerator random = new Random(21);
        for (int length : LENGTHS) {
            for (int k : new int[] {1, 4, 10}) {
                byte[][] stripe = Stripes.encodedByLibrary(random, k, 2, length);
                byte[][] noisy = Stripes.copy(stripe);
                random.nextBytes(noisy[k]);
                random.nextBytes(noisy[k + 1]);
                ByteBuffer[] shards = buffers(memory, noisy);
                for (int i = 0; i < k; i++) {
                    shards[i] = shards[i].asReadOnlyBuffer();
                }
                ErasureCodecs.codecFor(kind, k, 2).encode(shards, OFFSET, length);
                assertThat(bytes(shards, length))
                        .as("%d+2, length %d", k, length)
                        .isDeepEqualTo(stripe);
                assertThat(ErasureCodecs.codecFor(kind, k, 2).verify(shards, OFFSET, length))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("codecsAndMemories")
    void reconstruct_buffers_everyPatternOf4Plus2ComesBack(CodecKind kind, Memory memory) {
        RandomGenerator random = new Random(22);
        boolean[] all = {true, true, true, true, true, true};
        byte[][] stripe = Stripes.encodedByLibrary(random, 4, 2, 8200);
        for (boolean[] present : Stripes.patterns(6, 2)) {
            ByteBuffer[] shards = buffers(memory, Stripes.damaged(random, stripe, present));
            ErasureCodecs.codecFor(kind, 4, 2).reconstruct(shards, present, all, OFFSET, 8200);
            assertThat(bytes(shards, 8200)).as(Arrays.toString(present)).isDeepEqualTo(stripe);
        }
    }

    @ParameterizedTest
    @MethodSource("codecsAndMemories")
    void coding_touchesOnlyTheRangeAndNoPosition(CodecKind kind, Memory memory) {
        ByteBuffer[] shards = buffers(memory, Stripes.random(new Random(23), 6, 100));
        ByteBuffer before = ByteBuffer.allocate(104).put(0, shards[4], 0, 103);
        int[] positions = Arrays.stream(shards).mapToInt(ByteBuffer::position).toArray();
        ErasureCodecs.codecFor(kind, 4, 2).encode(shards, OFFSET + 10, 80);
        assertThat(shards[4].slice(0, OFFSET + 10)).isEqualTo(before.slice(0, OFFSET + 10));
        assertThat(shards[4].slice(OFFSET + 90, 10)).isEqualTo(before.slice(OFFSET + 90, 10));
        assertThat(shards)
                .extracting(ByteBuffer::position)
                .containsExactly(Arrays.stream(positions).boxed().toArray(Integer[]::new));
    }

    @ParameterizedTest
    @MethodSource("codecsAndMemories")
    void verify_aByteFlippedPastTheFirstBlock_isFalse(CodecKind kind, Memory memory) {
        byte[][] stripe = Stripes.encodedByLibrary(new Random(24), 4, 2, 20_001);
        stripe[5][20_000] ^= 1;
        assertThat(ErasureCodecs.codecFor(kind, 4, 2).verify(buffers(memory, stripe), OFFSET, 20_001))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("codecsAndMemories")
    void badBuffers_getOneLineThatNamesThem(CodecKind kind, Memory memory) {
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        ByteBuffer[] shards = buffers(memory, new byte[6][8]);
        assertThatThrownBy(() -> codec.encode(shards, OFFSET, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shard 0: 11 bytes given, expected at least 12 (offset 3 + length 9)");
        ByteBuffer good = shards[5];
        shards[5] = good.asReadOnlyBuffer();
        assertThatThrownBy(() -> codec.encode(shards, OFFSET, 8))
                .hasMessage("shard 5: a read-only buffer given, expected a writable one");
        shards[5] = shards[0];
        assertThatThrownBy(() -> codec.encode(shards, OFFSET, 8))
                .hasMessage("shard 5: the buffer of shard 0 given, expected its own");
        shards[5] = good;
        boolean[] present = {true, true, true, false, false, false};
        assertThatThrownBy(() -> codec.reconstruct(
                        shards, present, new boolean[] {false, false, false, true, false, false}, 0, 8))
                .isInstanceOf(NotEnoughShardsException.class);
    }

    private static ByteBuffer[] buffers(Memory memory, byte[][] shards) {
        ByteBuffer[] buffers = new ByteBuffer[shards.length];
        for (int i = 0; i < shards.length; i++) {
            buffers[i] = memory.with(i, shards[i]);
        }
        return buffers;
    }

    private static byte[][] bytes(ByteBuffer[] shards, int length) {
        byte[][] bytes = new byte[shards.length][length];
        for (int i = 0; i < shards.length; i++) {
            shards[i].get(OFFSET, bytes[i]);
        }
        return bytes;
    }
}
