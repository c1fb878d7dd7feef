package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunksTest {
    private static final WriteId WRITE = new WriteId(0x1234, 0xABCD);

    @Test
    void name_tellsBucketWriteAndNumber() {
        ObjectId chunk = Chunks.id("photos", WRITE, 4711);
        assertThat(Chunks.isChunk(chunk)).isTrue();
        assertThat(ObjectId.userBucket(chunk.bucket())).isEqualTo("photos");
        assertThat(Chunks.contentId(chunk)).isEqualTo(WRITE);
        assertThat(Chunks.number(chunk)).isEqualTo(4711);
    }

    @Test
    void names_areInTheOrderOfTheNumbers() {
        assertThat(Chunks.id("photos", WRITE, 9)).isLessThan(Chunks.id("photos", WRITE, 10));
        assertThat(Chunks.id("photos", WRITE, 9_999)).isLessThan(Chunks.id("photos", WRITE, Chunks.MAX_COUNT - 1));
    }

    @Test
    void user_cannotNameAChunk() {
        String bucket = Chunks.bucket("photos");
        assertThatThrownBy(() -> ObjectId.ofUser(bucket, "cat"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bucket: 'photos+chunks' given");
        assertThat(Chunks.isChunk(new ObjectId("photos", "cat"))).isFalse();
        assertThatThrownBy(() -> new ObjectId(bucket + "+chunks", "cat")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Chunks.number(new ObjectId(bucket, "cat")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("key of a chunk: 'cat' given");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/0001", "/000001", "-00001", "/0000a", "/0000/", "/0000:", "/0000\u0663", ""})
    void nameOfAChunk_endsWithASlashAndFiveDigits(String end) {
        assertThat(Chunks.number(new ObjectId("photos+chunks", WRITE + "/00001")))
                .isEqualTo(1);
        assertThatThrownBy(() -> Chunks.requireName(new ObjectId("photos+chunks", WRITE + end)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("given, expected 32 hexadecimal digits, '/' and 5 digits");
        assertThatThrownBy(() -> Chunks.requireName(
                        new ObjectId("photos+chunks", WRITE.toString().replace('0', 'g') + "/00001")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void checksums_ofTwoParts_combineToThatOfTheWhole() {
        SplittableRandom random = new SplittableRandom(42);
        for (int length : new int[] {0, 1, 7, 4096, 100_003}) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            for (int cut : new int[] {0, length / 3, length}) {
                int first = crc(bytes, 0, cut);
                int second = crc(bytes, cut, length - cut);
                assertThat(Crc32c.combine(first, second, length - cut))
                        .as("%d bytes cut at %d", length, cut)
                        .isEqualTo(crc(bytes, 0, length));
            }
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Test
    void component_hasTheNameOfItsWrite_andItsChunksAreThoseOfTheBucket() {
        ObjectId component = Components.id("photos", WRITE);
        assertThat(Components.isComponent(component)).isTrue();
        assertThat(Components.contentId(component)).isEqualTo(WRITE);
        assertThat(ObjectId.userBucket(component.bucket())).isEqualTo("photos");
        assertThat(ObjectId.isInternal(component.bucket())).isTrue();
        assertThat(Chunks.id(component.bucket(), WRITE, 3)).isEqualTo(Chunks.id("photos", WRITE, 3));
        assertThatThrownBy(() -> ObjectId.ofUser(component.bucket(), component.key()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
