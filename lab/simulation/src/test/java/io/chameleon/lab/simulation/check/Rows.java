package io.chameleon.lab.simulation.check;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.simulation.role.FlashRig;
import java.util.Map;
import java.util.stream.Stream;

/** Rows of the mapping table, made by hand. */
final class Rows {
    static final String BUCKET = "others";

    private Rows() {}

    static Placement on(RedundancyScheme scheme, String... servers) {
        return new Placement(scheme, Stream.of(servers).map(ServerId::new).toList());
    }

    static ObjectMapping row(String key, WriteId write, int segments, Placement placement) {
        ObjectContent content =
                new ObjectContent(write, (long) segments * FlashRig.BYTES, FlashRig.BYTES, 0, "", Map.of());
        return row(new ObjectId(BUCKET, key), write, content, placement);
    }

    static ObjectMapping row(ObjectId id, WriteId write, ObjectContent content, Placement placement) {
        RedundancyState state = placement.policy() == RedundancyPolicy.REP ? RedundancyState.REP : RedundancyState.EC;
        return new ObjectMapping(id, write, content, state, null, placement, false, 0, 0, 0, 0, 0, 0, 1, false, "");
    }

    static ObjectMapping degraded(ObjectMapping row) {
        return row.with().degraded(true).build();
    }

    /** Three copies on s0, s1 and s2. */
    static Placement copies() {
        return on(RedundancyScheme.REP_3, "s0", "s1", "s2");
    }
}
