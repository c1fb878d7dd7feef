package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Objects and writes for tests, by the system's clock. */
public final class Samples {
    public static final Placement SIX = new Placement(
            RedundancyScheme.EC_4_2,
            IntStream.rangeClosed(1, 6)
                    .mapToObj(i -> new ServerId("flash-" + i))
                    .toList());
    public static final Placement THREE = new Placement(
            RedundancyScheme.REP_3,
            IntStream.rangeClosed(7, 9)
                    .mapToObj(i -> new ServerId("flash-" + i))
                    .toList());

    private static final WriteIds WRITE_IDS = new WriteIds(InstantSource.system(), new SplittableRandom(7));

    private Samples() {}

    public static ObjectId object(String key) {
        return new ObjectId("photos", key);
    }

    public static WriteId writeId() {
        return WRITE_IDS.next();
    }

    /** Of a client that knows no slices. */
    public static WriteId writeIdOfAnotherSlice(ObjectId id) {
        WriteId next = WRITE_IDS.next(id);
        return new WriteId(next.high() ^ 1, next.low());
    }

    public static Commit write(ObjectId id) {
        return write(id, Condition.NONE);
    }

    public static Commit write(ObjectId id, Condition condition) {
        return write(id, condition, List.of());
    }

    public static Commit write(ObjectId id, Condition condition, List<Integer> missing) {
        ObjectContent content = new ObjectContent(
                WRITE_IDS.next(id), 36_000, 16_384, 0xDEADBEEF, "image/png", Map.of("camera", "Leica"));
        return new Commit(id, content, SIX, missing, condition);
    }
}
