package io.chameleon.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemeChangeTest {
    private static final RedundancyScheme WIDE = new RedundancyScheme(RedundancyPolicy.EC, 8, 3);
    private static final RedundancyScheme PAIR = RedundancyScheme.replication(2);
    private static final List<ServerId> SERVERS =
            IntStream.range(0, 12).mapToObj(i -> new ServerId("flash-" + i)).toList();
    private static final PlacementRing RING = new PlacementRing(
            SERVERS.stream().map(server -> new PlacementRing.Member(server, "")).toList());
    private static final ObjectId CAT = new ObjectId("photos", "cat");

    private static Placement place(RedundancyPolicy policy, int from) {
        RedundancyScheme scheme = policy == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
        return new Placement(scheme, SERVERS.subList(from, from + scheme.width()));
    }

    private static ObjectMapping row(ObjectId id, RedundancyState state) {
        WriteId write = new WriteId(1, 2);
        @Nullable Placement source = state.isIntermediate() ? place(state.livePolicy(), 0) : null;
        return new ObjectMapping(
                id,
                write,
                new ObjectContent(write, 36_000, 16_384, 1, "", Map.of()),
                state,
                source,
                place(state.nextPolicy(), 6),
                false,
                0,
                1,
                1,
                1,
                1,
                1,
                7,
                false,
                "");
    }

    private static RedundancyScheme wanted(RedundancyState state) {
        return state.nextPolicy() == RedundancyPolicy.REP ? PAIR : WIDE;
    }

    @ParameterizedTest
    @EnumSource
    void objectOfAnotherScheme_isReadWhereItIs_andWrittenUnderItsBucketsScheme(RedundancyState state) {
        ObjectMapping before = row(CAT, state);
        assertThat(SchemeChange.isDue(before, wanted(state))).isTrue();
        ObjectMapping shown = Objects.requireNonNull(SchemeChange.applied(before, wanted(state), RING, server -> true));
        assertThat(shown.live()).isEqualTo(before.live());
        assertThat(shown.destination().scheme()).isEqualTo(wanted(state));
        assertThat(shown.destination().servers()).isEqualTo(RING.select(CAT, wanted(state), server -> true));
        assertThat(shown.state().isIntermediate()).isTrue();
        assertThat(shown.state().nextPolicy()).isEqualTo(state.nextPolicy());
        assertThat(shown.writeId()).isEqualTo(before.writeId());
    }

    @Test
    void objectUnderItsBucketsScheme_andChunksAndParts_areLeftAlone() {
        assertThat(SchemeChange.isDue(row(CAT, RedundancyState.EC), RedundancyScheme.EC_4_2))
                .isFalse();
        ObjectId part = Components.id("photos", new WriteId(3, 4));
        assertThat(SchemeChange.isDue(row(part, RedundancyState.EC), WIDE)).isFalse();
    }

    @Test
    void objectIsLeftAlone_whileThereAreTooFewServers() {
        ServerId away = SERVERS.get(3);
        ServerId drained = SERVERS.get(4);
        assertThat(SchemeChange.applied(row(CAT, RedundancyState.EC), WIDE, RING, server -> !server.equals(away)))
                .isNotNull();
        assertThat(SchemeChange.applied(
                        row(CAT, RedundancyState.EC),
                        WIDE,
                        RING,
                        server -> !server.equals(away) && !server.equals(drained)))
                .isNull();
    }
}
