package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** A fragment with its bytes, for tests. */
public record Bytes(Fragment fragment, byte[] content) {
    /** A replica of that many bytes; they follow from the id alone. */
    public static Bytes of(FragmentId id, int length) {
        return of(id, length, id.hashCode());
    }

    public static Bytes of(FragmentId id, int length, long seed) {
        byte[] content = new byte[length];
        new SplittableRandom(seed).nextBytes(content);
        CRC32C crc = new CRC32C();
        crc.update(content);
        return new Bytes(
                new Fragment(id, length, (int) crc.getValue(), RedundancyScheme.replication(4), length), content);
    }

    /** The id of a write begun at {@code millis}. */
    public static WriteId write(long millis) {
        return new WriteId(millis << 16, 7);
    }

    public static FragmentId id(long millis) {
        return new FragmentId(write(millis), 0, 0);
    }

    /** In native memory, like bytes from the network. */
    public MemorySegment segment() {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, content);
    }

    public FragmentId id() {
        return fragment.id();
    }
}
