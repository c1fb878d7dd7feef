package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeLayoutTest {
    private static final int MIB = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 4095, 4096, 4097, 65536, 8 * MIB - 1, 8 * MIB})
    void segment_splitEncodedLostAndJoined_comesBack(int bytes) {
        byte[] segment = bytes(bytes, bytes);
        for (int[] scheme : new int[][] {{4, 2}, {1, 2}, {3, 0}, {10, 4}}) {
            StripeLayout layout = new StripeLayout(scheme[0], scheme[1], bytes);
            ErasureCodec codec = ErasureCodecs.codecFor(scheme[0], scheme[1]);
            byte[][] shards = layout.split(segment, 0);
            codec.encode(shards, 0, layout.shardBytes());

            boolean[] present = new boolean[layout.width()];
            Arrays.fill(present, true);
            for (int lost = 0; lost < scheme[1]; lost++) {
                present[lost] = false;
                shards[lost] = new byte[layout.shardBytes()];
            }
            codec.reconstruct(shards, present, 0, layout.shardBytes());
            byte[] joined = new byte[bytes];
            layout.join(shards, 0, joined, 0);
            assertThat(Arrays.equals(joined, segment)).as("%s", layout).isTrue();
        }
    }

    @Test
    void split_fiveBytesOverFour_padsWithZeros() {
        StripeLayout layout = new StripeLayout(4, 2, 5);
        assertThat(layout.shardBytes()).isEqualTo(2);
        assertThat(layout.split(new byte[] {9, 1, 2, 3, 4, 5, 9}, 1))
                .isDeepEqualTo(new byte[][] {{1, 2}, {3, 4}, {5, 0}, {0, 0}, {0, 0}, {0, 0}});
        assertThat(layout.dataBytes(2)).isEqualTo(1);
        assertThat(layout.dataBytes(3)).isZero();
    }

    @Test
    void split_intoUsedArrays_overwritesStaleBytesWithPadding() {
        StripeLayout layout = new StripeLayout(2, 1, 3);
        byte[][] shards = {{7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7}};
        layout.split(new byte[] {1, 2, 3}, 0, shards, 1);
        assertThat(shards).isDeepEqualTo(new byte[][] {{7, 1, 2, 7}, {7, 3, 0, 7}, {7, 7, 7, 7}});
        byte[] joined = new byte[5];
        layout.join(shards, 1, joined, 2);
        assertThat(joined).containsExactly(0, 0, 1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void slices_everyRange_areTheBytesAskedFor(int k) {
        for (int n = 0; n <= 20; n++) {
            StripeLayout layout = new StripeLayout(k, 2, n);
            byte[] segment = bytes(n, n);
            byte[][] shards = layout.split(segment, 0);
            for (int from = 0; from <= n; from++) {
                for (int length = 0; from + length <= n; length++) {
                    ByteArrayOutputStream read = new ByteArrayOutputStream();
                    List<ShardSlice> slices = layout.slices(from, length);
                    slices.forEach(s -> read.write(shards[s.shard()], s.offset(), s.length()));
                    assertThat(read.toByteArray())
                            .as("%s from %d length %d", layout, from, length)
                            .isEqualTo(Arrays.copyOfRange(segment, from, from + length));
                    assertThat(slices.stream().map(ShardSlice::shard)).doesNotHaveDuplicates();
                }
            }
        }
    }

    @Test
    void columns_ofALostSlice_rebuildTheRangeWithoutWholeShards() {
        StripeLayout layout = new StripeLayout(4, 2, 4000);
        byte[] segment = bytes(4000, 5);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodec codec = ErasureCodecs.codecFor(4, 2);
        codec.encode(shards, 0, 1000);

        List<ShardSlice> slices = layout.slices(1100, 50);
        assertThat(slices).containsExactly(new ShardSlice(1, 100, 50));
        StripeLayout.Columns columns = StripeLayout.columns(slices);
        assertThat(columns).isEqualTo(new StripeLayout.Columns(100, 50));
        byte[][] fetched = new byte[6][];
        for (int i : new int[] {0, 2, 3, 4}) {
            fetched[i] = Arrays.copyOfRange(shards[i], 100, 150);
        }
        fetched[1] = new byte[50];
        codec.reconstruct(
                fetched,
                new boolean[] {true, false, true, true, true, false},
                new boolean[] {false, true, false, false, false, false},
                0,
                50);
        assertThat(fetched[1]).isEqualTo(Arrays.copyOfRange(segment, 1100, 1150));
    }

    @Test
    void columns_overSeveralShards_coverAll() {
        StripeLayout layout = new StripeLayout(4, 2, 400);
        assertThat(StripeLayout.columns(layout.slices(190, 20))).isEqualTo(new StripeLayout.Columns(0, 100));
        assertThat(StripeLayout.columns(layout.slices(0, 0))).isEqualTo(new StripeLayout.Columns(0, 0));
    }

    @Test
    void badArguments_getOneLineThatNamesThem() {
        StripeLayout layout = new StripeLayout(4, 2, 10);
        assertThatThrownBy(() -> new StripeLayout(4, 2, -1))
                .hasMessage("segment bytes: '-1' given, expected at least 0");
        assertThatThrownBy(() -> new StripeLayout(0, 2, 1)).hasMessageContaining("'0+2' given");
        assertThatThrownBy(() -> layout.slices(5, 6))
                .hasMessage("segment range: offset 5 and length 6 given, expected an end within 10 bytes");
        assertThatThrownBy(() -> layout.slices(-1, 2)).hasMessageContaining("offset -1 and length 2");
        assertThatThrownBy(() -> layout.split(new byte[9], 0)).hasMessageContaining("expected an end within 9 bytes");
        assertThatThrownBy(() -> layout.join(new byte[3][3], 0, new byte[10], 0))
                .hasMessage("shards: 3 given, expected at least the 4 data shards");
        assertThatThrownBy(() -> layout.join(new byte[4][2], 0, new byte[10], 0))
                .hasMessage("shard 0: 2 bytes given, expected at least 3 (offset 0 + length 3)");
    }

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
