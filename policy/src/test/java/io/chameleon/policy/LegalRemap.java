package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules that every remap of every policy obeys. */
public final class LegalRemap {
    private LegalRemap() {}

    /**
     * The state allows it, it goes to servers that take writes, and a move changes one server and makes no failure
     * domain critical.
     */
    public static void assertLegal(ClusterSnapshot snapshot, Candidate object, Remap remap) {
        assertThat(object.state().allows(remap.event())).as(remap.toString()).isTrue();
        assertThat(object.degraded()).isFalse();
        assertThat(remap.expectedVersion()).isEqualTo(object.version());
        assertThat(remap.epoch()).isEqualTo(snapshot.epoch());
        Placement destination = remap.destination();
        if (destination == null) {
            return;
        }
        RedundancyState next = object.state().next(remap.event());
        assertThat(destination.policy()).isEqualTo(next.nextPolicy());
        if (remap.event() == RedundancyEvent.UPGRADE || remap.event() == RedundancyEvent.DOWNGRADE) {
            assertThat(destination.scheme())
                    .as("the scheme of its bucket: " + remap)
                    .isEqualTo(
                            remap.event() == RedundancyEvent.UPGRADE
                                    ? snapshot.schemes().rep(object.id())
                                    : snapshot.schemes().ec(object.id()));
        }
        Set<ServerId> added = new HashSet<>(destination.servers());
        added.removeAll(object.next().servers());
        Set<ServerId> writable = snapshot.servers().stream()
                .filter(ServerLoad::writable)
                .map(ServerLoad::id)
                .collect(Collectors.toSet());
        assertThat(writable).containsAll(added);
        if (remap.event() == RedundancyEvent.SWAP || remap.event() == RedundancyEvent.RETARGET) {
            assertKeepsSpread(snapshot, object.next(), destination);
            assertThat(added)
                    .hasSize(1)
                    .doesNotContainAnyElementsOf(object.live().servers());
            for (int i = 0; i < destination.servers().size(); i++) {
                ServerId server = destination.servers().get(i);
                assertThat(added.contains(server)
                                || server.equals(object.next().servers().get(i)))
                        .as("only one position changes: " + remap)
                        .isTrue();
                assertThat(!added.contains(server) || object.pages(destination.scheme(), i, Given.PAGE) > 0)
                        .as("something is moved: " + remap)
                        .isTrue();
            }
        }
    }

    /** A move makes no zone and no node critical that was not before. */
    private static void assertKeepsSpread(ClusterSnapshot snapshot, Placement from, Placement to) {
        FailureDomains domains = new FailureDomains(
                snapshot.servers().stream().map(ServerLoad::member).toList());
        for (FailureDomains.Level level : FailureDomains.Level.values()) {
            assertThat(domains.spread(to.servers()).most(level))
                    .as("%s: %s to %s", level, from, to)
                    .isLessThanOrEqualTo(Math.max(
                            to.scheme().parityFragments(),
                            domains.spread(from.servers()).most(level)));
        }
    }
}
