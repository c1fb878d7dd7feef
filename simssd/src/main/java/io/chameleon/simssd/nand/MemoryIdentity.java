package io.chameleon.simssd.nand;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The identity of an in-memory array: new for each array. */
public final class MemoryIdentity implements DeviceIdentity {
    private static final SecureRandom SECURE = new SecureRandom();
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT = 1L << 63;

    private final UUID device;
    private volatile @Nullable UUID cluster;

    MemoryIdentity() {
        this(SECURE);
    }

    public MemoryIdentity(RandomGenerator random) {
        device = randomId(random);
    }

    /** A UUID of version 4 (RFC 9562). */
    static UUID randomId(RandomGenerator random) {
        return new UUID(random.nextLong() & ~0xF000L | VERSION_4, random.nextLong() >>> 2 | VARIANT);
    }

    @Override
    public UUID device() {
        return device;
    }

    @Override
    public @Nullable UUID cluster() {
        return cluster;
    }

    @Override
    public void stamp(UUID stamped) {
        cluster = stamped;
    }
}
