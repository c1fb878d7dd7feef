package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeLayoutTest {
    private static final int MIB = 1 << 20;
    private static final int PAGE = 4096;

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
    void split_lessThanAPage_liesInTheFirstShard() {
        StripeLayout layout = new StripeLayout(4, 2, 5);
        assertThat(layout.shardBytes()).isEqualTo(5);
        assertThat(layout.split(new byte[] {9, 1, 2, 3, 4, 5, 9}, 1)).isDeepEqualTo(new byte[][] {
            {1, 2, 3, 4, 5}, new byte[5], new byte[5], new byte[5], new byte[5], new byte[5]
        });
        assertThat(layout.dataBytes(0)).isEqualTo(5);
        assertThat(layout.dataBytes(1)).isZero();
        assertThat(layout.slices(0, 5)).containsExactly(new ShardSlice(0, 0, 5));
    }

    @ParameterizedTest
    @CsvSource({"4096,4096,1", "4097,4096,2", "16383,4096,4", "16384,4096,4", "16385,4097,4", "65536,16384,4"})
    void shards_areNoShorterThanAPage(int bytes, int shard, int holding) {
        StripeLayout layout = new StripeLayout(4, 2, bytes);
        assertThat(layout.shardBytes()).isEqualTo(shard);
        assertThat(layout.slices(0, bytes)).hasSize(holding);
    }

    @Test
    void split_oneByteMoreThanFourPagesOverFour_padsWithZeros() {
        StripeLayout layout = new StripeLayout(4, 2, 4 * PAGE + 1);
        assertThat(layout.shardBytes()).isEqualTo(PAGE + 1);
        byte[] segment = bytes(4 * PAGE + 1, 3);
        byte[][] shards = layout.split(segment, 0);
        assertThat(layout.dataBytes(3)).isEqualTo(PAGE - 2);
        assertThat(shards[3]).endsWith(0, 0, 0);
        assertThat(shards[3][PAGE - 3]).isEqualTo(segment[4 * PAGE]);
    }

    @Test
    void split_intoUsedArrays_overwritesStaleBytesWithPadding() {
        StripeLayout layout = new StripeLayout(2, 1, 3);
        byte[][] shards = {{7, 7, 7, 7, 7}, {7, 7, 7, 7, 7}, {7, 7, 7, 7, 7}};
        layout.split(new byte[] {1, 2, 3}, 0, shards, 1);
        assertThat(shards).isDeepEqualTo(new byte[][] {{7, 1, 2, 3, 7}, {7, 0, 0, 0, 7}, {7, 7, 7, 7, 7}});
        byte[] joined = new byte[5];
        layout.join(shards, 1, joined, 2);
        assertThat(joined).containsExactly(0, 0, 1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void slices_everyRange_areTheBytesAskedFor(int k) {
        for (int n : new int[] {0, 1, 20, PAGE, PAGE + 1, k * PAGE - 1, k * PAGE, k * PAGE + 5}) {
            StripeLayout layout = new StripeLayout(k, 2, n);
            byte[] segment = bytes(n, n);
            byte[][] shards = layout.split(segment, 0);
            int step = Math.max(1, n / 20);
            for (int from = 0; from <= n; from += step) {
                for (int length = 0; from + length <= n; length += step) {
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
        StripeLayout layout = new StripeLayout(4, 2, 40_000);
        byte[] segment = bytes(40_000, 5);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodec codec = ErasureCodecs.codecFor(4, 2);
        codec.encode(shards, 0, 10_000);

        List<ShardSlice> slices = layout.slices(10_100, 50);
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
        assertThat(fetched[1]).isEqualTo(Arrays.copyOfRange(segment, 10_100, 10_150));
    }

    @Test
    void columns_overSeveralShards_coverAll() {
        StripeLayout layout = new StripeLayout(4, 2, 40_000);
        assertThat(StripeLayout.columns(layout.slices(19_990, 20))).isEqualTo(new StripeLayout.Columns(0, 10_000));
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
                .hasMessage("shard 0: 2 bytes given, expected at least 10 (offset 0 + length 10)");
    }

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
