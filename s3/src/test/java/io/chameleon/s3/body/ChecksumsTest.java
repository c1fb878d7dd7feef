package io.chameleon.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChecksumsTest {
    private static Checksum checksum(ChecksumAlgorithm algorithm, byte[] bytes) {
        Hasher hasher = algorithm.hasher();
        hasher.update(ByteBuffer.wrap(bytes));
        return Checksum.of(algorithm, hasher.finish());
    }

    @ParameterizedTest
    @CsvSource({
        "CRC32, cbf43926",
        "CRC32C, e3069283",
        "CRC64NVME, ae8b14860a799888",
        "SHA1, f7c3bc1d808e04732adf679965ccc34ca7ae3441",
        "SHA256, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225",
        "SHA512, d9e6762dd1c8eaf6d61b3c6192fc408d4d6d5f1176d0c29169bc24e71c3f274a"
                + "d27fcd5811b313d681f7e55ec02d73d499c95455b6b5bb503acf574fba8ffe85",
        "MD5, 25f9e794323b453885f5181f1b624d0b",
        "XXHASH64, 8cb841db40e6ae83",
        "XXHASH3, 72dcb18b67a17dff",
        "XXHASH128, 33119477ede5dcd5e9716427681d5860",
    })
    void checkValue_ofNineDigits(ChecksumAlgorithm algorithm, String hex) {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(HexFormat.of().formatHex(checksum(algorithm, digits).bytes()))
                .isEqualTo(hex);
        assertThat(ChecksumAlgorithm.named(algorithm.name().toLowerCase())).isEqualTo(algorithm);
        assertThat(ChecksumAlgorithm.ofHeader(algorithm.header())).isEqualTo(algorithm);
    }

    /** The expected values are those of Go's libraries github.com/cespare/xxhash and github.com/zeebo/xxh3. */
    @ParameterizedTest
    @CsvSource({
        "XXHASH64, bd42385dbf329efa",
        "XXHASH3, a1b0278db4248d9a",
        "XXHASH128, 8f89313ac8708faaa1b0278db4248d9a",
    })
    void xxHash_ofManyBuffers_isThatOfOtherLibraries(ChecksumAlgorithm algorithm, String hex) {
        byte[] bytes = new byte[300_000];
        int last = 1;
        for (int i = 0; i < bytes.length; i++) {
            last = last * 1664525 + 1013904223;
            bytes[i] = (byte) (last >>> 24);
        }
        Hasher hasher = algorithm.hasher();
        for (int from = 0, length = 1;
                from < bytes.length;
                from += length, length = Math.min(2 * length, bytes.length - from)) {
            ByteBuffer heap = ByteBuffer.wrap(bytes, from, length);
            hasher.update(
                    length % 3 == 0
                            ? heap
                            : ByteBuffer.allocateDirect(length).put(heap).flip());
        }
        assertThat(HexFormat.of().formatHex(hasher.finish())).isEqualTo(hex);
    }

    @Test
    void crc64_bySteps_isTheOneByBits() {
        Random random = new Random(64);
        for (int length = 0; length < 200; length++) {
            byte[] bytes = new byte[length + 3];
            random.nextBytes(bytes);
            long bitwise = -1;
            for (int i = 3; i < bytes.length; i++) {
                bitwise ^= bytes[i] & 0xFF;
                for (int bit = 0; bit < 8; bit++) {
                    bitwise = (bitwise & 1) == 0 ? bitwise >>> 1 : bitwise >>> 1 ^ Crc64Nvme.POLYNOMIAL;
                }
            }
            Crc64Nvme crc = new Crc64Nvme();
            crc.update(bytes, 3, length);
            assertThat(crc.getValue()).isEqualTo(~bitwise);
            Crc64Nvme pieces = new Crc64Nvme();
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(length).put(bytes, 3, length).flip();
            int cut = random.nextInt(length + 1);
            pieces.update(direct.slice(0, cut));
            for (int i = cut; i < length; i++) {
                pieces.update(direct.get(i));
            }
            assertThat(pieces.getValue()).isEqualTo(~bitwise);
            pieces.reset();
            assertThat(pieces.getValue()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void parts_haveTheChecksumOfTheWhole_orOneOfTheirs(ChecksumAlgorithm algorithm) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] whole = new byte[100_000];
        random.nextBytes(whole);
        List<PartChecksums.Part> parts = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (int from = 0; from < whole.length; ) {
            int to = Math.min(whole.length, from + random.nextInt(9_000));
            Checksum part = checksum(algorithm, Arrays.copyOfRange(whole, from, to));
            parts.add(new PartChecksums.Part(part.value(), to - from));
            values.add(part.bytes());
            from = to;
        }
        if (algorithm.combiner() != null) {
            assertThat(PartChecksums.of(algorithm, ChecksumType.FULL_OBJECT, parts))
                    .as("seed %d", seed)
                    .isEqualTo(checksum(algorithm, whole).value());
        }
        ByteBuffer all = ByteBuffer.allocate(algorithm.bytes() * values.size());
        values.forEach(all::put);
        assertThat(PartChecksums.of(algorithm, ChecksumType.COMPOSITE, parts))
                .isEqualTo(checksum(algorithm, all.array()).value() + "-" + parts.size());
    }

    @Test
    void combination_ofMoreThan4GiB_countsEveryByte() {
        // Zeros in front of the second run: twice 3 GiB at once is 3 GiB twice.
        long three = 3L << 30;
        CrcCombiner crc = CrcCombiner.CRC64NVME;
        long zeros = 0;
        for (int i = 0; i < 3; i++) {
            Crc64Nvme mebi = new Crc64Nvme();
            mebi.update(new byte[1 << 20], 0, 1 << 20);
            long doubled = mebi.getValue();
            long length = 1 << 20;
            while (length < three / 3) {
                doubled = crc.combine(doubled, doubled, length);
                length *= 2;
            }
            zeros = crc.combine(zeros, doubled, length);
        }
        long first = 0x123456789ABCDEFL;
        long once = crc.combine(first, crc.combine(zeros, zeros, three), 2 * three);
        assertThat(once).isEqualTo(crc.combine(crc.combine(first, zeros, three), zeros, three));
    }

    @Test
    void etag_ofParts_isTheMd5OfTheirs() {
        String empty = "d41d8cd98f00b204e9800998ecf8427e";
        assertThat(PartChecksums.etag(List.of(empty))).isEqualTo("59adb24ef3cdbe0297f05b395827453f-1");
        assertThat(PartChecksums.etag(List.of(empty, empty))).endsWith("-2");
    }

    @Test
    void type_ofAnUpload_isTheAlgorithmsOrPossible() {
        assertThat(ChecksumType.ofUpload(null, ChecksumAlgorithm.CRC64NVME)).isEqualTo(ChecksumType.FULL_OBJECT);
        assertThat(ChecksumType.ofUpload(null, ChecksumAlgorithm.CRC32)).isEqualTo(ChecksumType.COMPOSITE);
        assertThat(ChecksumType.ofUpload("FULL_OBJECT", ChecksumAlgorithm.CRC32))
                .isEqualTo(ChecksumType.FULL_OBJECT);
        for (String[] wrong : new String[][] {{"FULL_OBJECT", "SHA1"}, {"COMPOSITE", "CRC64NVME"}, {"x", "CRC32"}}) {
            assertThatThrownBy(() -> ChecksumType.ofUpload(wrong[0], ChecksumAlgorithm.valueOf(wrong[1])))
                    .isInstanceOf(S3Exception.class);
        }
    }

    @Test
    void contentEncoding_keepsWhatIsTheObjects() {
        assertThat(ContentEncoding.stored("aws-chunked")).isNull();
        assertThat(ContentEncoding.stored("gzip, AWS-Chunked")).isEqualTo("gzip");
        assertThat(ContentEncoding.stored("gzip")).isEqualTo("gzip");
        assertThat(ContentEncoding.stored(null)).isNull();
    }
}
