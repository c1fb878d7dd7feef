package io.chameleon.metadata.row;

import io.chameleon.core.WriteId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.Collection;

/** A write id as two columns. */
@Embeddable
public record WriteKey(
        @Column(name = "write_high") long high,
        @Column(name = "write_low") long low) {
    public static WriteKey of(WriteId id) {
        return new WriteKey(id.high(), id.low());
    }

    WriteId toId() {
        return new WriteId(high, low);
    }

    /** For {@code unnest}: one statement of one shape, whatever the number of ids. */
    public static long[] highs(Collection<WriteId> ids) {
        return ids.stream().mapToLong(WriteId::high).toArray();
    }

    public static long[] lows(Collection<WriteId> ids) {
        return ids.stream().mapToLong(WriteId::low).toArray();
    }
}
