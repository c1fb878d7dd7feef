package io.chameleon.simssd.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SalvagingReaderTest {
    private static final int SECTOR = SalvagingReader.SECTOR_BYTES;

    private final byte[] file = new byte[300 * SECTOR + 100];

    SalvagingReaderTest() {
        new Random(1).nextBytes(file);
    }

    @Test
    void lostSectors_becomeLostBytes_andAllOthersAreRead() throws IOException {
        SalvagingReader reader = new SalvagingReader(without(Set.of(1, 3, 300)));
        int begin = SECTOR / 2;
        ByteBuffer into = ByteBuffer.allocate(file.length - begin);

        assertThat(reader.read(into, begin)).isEqualTo(3);
        assertThat(into.hasRemaining()).isFalse();
        byte[] expected = file.clone();
        for (int lost : new int[] {1, 3, 300}) {
            Arrays.fill(expected, lost * SECTOR, Math.min(file.length, (lost + 1) * SECTOR), SalvagingReader.LOST);
        }
        assertThat(into.array()).isEqualTo(Arrays.copyOfRange(expected, begin, file.length));
        assertThat(reader.lostSectors()).isEqualTo(3);
    }

    @Test
    void sectorLostAgain_countsOnce() throws IOException {
        SalvagingReader reader = new SalvagingReader(without(Set.of(1)));
        for (int time = 0; time < 3; time++) {
            assertThat(reader.read(ByteBuffer.allocate(2 * SECTOR), 0)).isEqualTo(1);
        }
        assertThat(reader.lostSectors()).isEqualTo(1);
    }

    @Test
    void endOfTheFile_endsTheRead() throws IOException {
        SalvagingReader reader = new SalvagingReader(without(Set.of()));
        ByteBuffer into = ByteBuffer.allocate(2 * SECTOR);

        assertThat(reader.read(into, file.length - 100)).isZero();
        assertThat(into.position()).isEqualTo(100);
    }

    @Test
    void mediumThatReadsNothing_fails_withItsReason() {
        SalvagingReader reader = new SalvagingReader((into, position) -> {
            throw new IOException("Input/output error");
        });

        assertThatThrownBy(() -> reader.read(ByteBuffer.allocate(file.length), 0))
                .isInstanceOf(IOException.class)
                .hasMessage("more than 256 sectors cannot be read: Input/output error");
    }

    @Test
    void closedFile_losesNothing() {
        SalvagingReader reader = new SalvagingReader((into, position) -> {
            throw new ClosedChannelException();
        });

        assertThatThrownBy(() -> reader.read(ByteBuffer.allocate(10), 0)).isInstanceOf(ClosedChannelException.class);
        assertThat(reader.lostSectors()).isZero();
    }

    /** Reads up to the first lost sector, as operating systems do. */
    private SalvagingReader.Source without(Set<Integer> lost) {
        return (into, position) -> {
            int begin = (int) position;
            int end = begin;
            while (end < Math.min(file.length, begin + into.remaining()) && !lost.contains(end / SECTOR)) {
                end++;
            }
            if (end == begin && begin < file.length && into.hasRemaining()) {
                throw new IOException("Input/output error");
            }
            into.put(file, begin, end - begin);
            return end == begin ? -1 : end - begin;
        };
    }
}
