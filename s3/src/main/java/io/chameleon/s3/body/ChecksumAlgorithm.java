package io.chameleon.s3.body;

import com.dynatrace.hash4j.hashing.Hashing;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The checksums that clients may announce. A name of S3 is the constant's. */
public enum ChecksumAlgorithm {
    CRC32(4, CrcCombiner.CRC32, () -> new Hasher.Crc(new CRC32(), 4)),
    CRC32C(4, CrcCombiner.CRC32C, () -> new Hasher.Crc(new CRC32C(), 4)),
    CRC64NVME(8, CrcCombiner.CRC64NVME, () -> new Hasher.Crc(new Crc64Nvme(), 8)),
    SHA1(20, null, () -> Hasher.digest("SHA-1")),
    SHA256(32, null, () -> Hasher.digest("SHA-256")),
    SHA512(64, null, () -> Hasher.digest("SHA-512")),
    MD5(16, null, () -> Hasher.digest("MD5")),
    XXHASH64(8, null, () -> new XxHasher.Of64(Hashing.xxh64().hashStream())),
    XXHASH3(8, null, () -> new XxHasher.Of64(Hashing.xxh3_64().hashStream())),
    XXHASH128(16, null, () -> new XxHasher.Of128(Hashing.xxh3_128().hashStream()));

    static final String HEADER_PREFIX = "x-amz-checksum-";

    private final int bytes;
    private final @Nullable CrcCombiner combiner;
    private final Supplier<Hasher> hashers;
    private final String header = HEADER_PREFIX + name().toLowerCase(Locale.ROOT);

    ChecksumAlgorithm(int bytes, @Nullable CrcCombiner combiner, Supplier<Hasher> hashers) {
        this.bytes = bytes;
        this.combiner = combiner;
        this.hashers = hashers;
    }

    /** Name of the header or trailer with its value. */
    public String header() {
        return header;
    }

    /** Of a value. */
    public int bytes() {
        return bytes;
    }

    /** Null: no such algorithm. */
    public static @Nullable ChecksumAlgorithm named(String name) {
        return Stream.of(values())
                .filter(known -> known.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    /** One that is not known is InvalidRequest. */
    public static ChecksumAlgorithm require(String name) {
        ChecksumAlgorithm algorithm = named(name);
        if (algorithm == null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Checksum algorithm provided is unsupported. Please try again with any of the valid types: "
                            + List.of(values()));
        }
        return algorithm;
    }

    /** Null: the header holds no checksum, or one that is unknown. */
    public static @Nullable ChecksumAlgorithm ofHeader(String name) {
        int prefix = HEADER_PREFIX.length();
        return name.regionMatches(true, 0, HEADER_PREFIX, 0, prefix) ? named(name.substring(prefix)) : null;
    }

    Hasher hasher() {
        return hashers.get();
    }

    /** Null: the parts' values do not give the whole's. */
    @Nullable
    CrcCombiner combiner() {
        return combiner;
    }
}
