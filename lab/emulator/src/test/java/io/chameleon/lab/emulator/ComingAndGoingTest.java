package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.testing.Seed;
import io.chameleon.lab.emulator.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects of 1 byte to 20 MiB that are created, overwritten, moved and deleted: every page is accounted for. */
class ComingAndGoingTest {
    private static final int PAGE = 4096;
    private static final int OBJECTS = 120;

    @RegisterExtension
    final Seed seed = Seed.given();

    private final Random random = new Random(seed.value());
    private final Workload workload = workload();
    private final ClusterSpec spec =
            ClusterSpec.standard(RedundancyPolicy.REP).withServers(10).withUtilisation(0.5);
    private final VirtualCluster cluster = new VirtualCluster(spec, workload);
    private final WriteIds writeIds = new WriteIds(() -> Instant.ofEpochMilli(1), random);
    private final VirtualObjects objects = new VirtualObjects(workload, "test", writeIds::next);
    private final StoredFragments fragments = new StoredFragments(cluster, PAGE, OBJECTS);
    private final ClientOperations client =
            new ClientOperations(cluster, spec, objects, fragments, RedundancyScheme.EC_4_2);
    private final BulkCopies copies = new BulkCopies(cluster, spec, objects, fragments);

    /** Sizes alone: half are small, a tenth has several segments. */
    private Workload workload() {
        Workload.Builder builder = Workload.builder("sizes", true);
        for (int i = 0; i < OBJECTS; i++) {
            int most = i % 2 == 0 ? 60_000 : i % 10 == 1 ? 20 << 20 : 2 << 20;
            builder.object(1 + random.nextInt(most));
        }
        builder.request(0, false, 0, 0, 1);
        return builder.build();
    }

    @Test
    void anyHistory_leavesThePagesOfTheObjectsThatExist_andNoOthers() {
        for (int step = 1; step <= 3_000; step++) {
            int object = random.nextInt(OBJECTS);
            int size = workload.objectBytes(object);
            long epoch = step / 100;
            if (!objects.exists(object)) {
                client.write(object, size, 0, size, step, epoch);
                assertThat(objects.row(object).state())
                        .as("new objects start on EC")
                        .isEqualTo(RedundancyState.EC);
                continue;
            }
            switch (random.nextInt(6)) {
                case 0 -> client.delete(object, size);
                case 1 -> client.write(object, size, 0, size, step, epoch);
                case 2 -> {
                    int from = random.nextInt(size);
                    client.write(object, size, from, 1 + random.nextInt(size - from), step, epoch);
                }
                case 3 -> client.read(object, size, 0, size, step, epoch);
                case 4 -> remap(object, epoch);
                default -> {
                    RedundancyState state = objects.row(object).state();
                    if (state.isIntermediate() && state != RedundancyState.LATE_REP) {
                        copies.copy(object, size, step, epoch);
                    }
                }
            }
            if (step % 100 == 0) {
                assertEveryPageIsAccountedFor();
            }
        }
        for (int object = 0; object < OBJECTS; object++) {
            if (objects.exists(object)) {
                client.delete(object, workload.objectBytes(object));
            }
        }
        assertEveryPageIsAccountedFor();
        assertThat(objects.bytesByState()).isEmpty();
        assertThat(cluster.servers()).allSatisfy(server -> {
            assertThat(server.freePages()).isEqualTo(server.capacityPages());
            assertThat(server.report().livePages()).isZero();
        });
        objects.candidates(OBJECTS, object -> {
            throw new AssertionError("the policy is shown object " + object + ", which does not exist");
        });
    }

    /** On each server the pages of fragments are distinct, live on the device, and all that is not free. */
    private void assertEveryPageIsAccountedFor() {
        Map<ServerId, BitSet> held = new HashMap<>();
        Map<RedundancyState, Long> bytes = new HashMap<>();
        for (int object = 0; object < OBJECTS; object++) {
            if (!objects.exists(object)) {
                assertThat(fragments.pages(object))
                        .as("ghost of object %d", object)
                        .isEmpty();
                continue;
            }
            int size = workload.objectBytes(object);
            bytes.merge(objects.row(object).state(), (long) size, Long::sum);
            Placement live = objects.row(object).live();
            int[] pages = fragments.pages(object);
            int each = pages.length / live.servers().size();
            for (int i = 0; i < live.servers().size(); i++) {
                BitSet ofServer = held.computeIfAbsent(live.servers().get(i), id -> new BitSet());
                int count = FragmentPages.of(live.scheme(), i, size, PAGE);
                for (int page = i * each; page < i * each + count; page++) {
                    assertThat(ofServer.get(pages[page]))
                            .as("a page of two fragments")
                            .isFalse();
                    ofServer.set(pages[page]);
                }
            }
        }
        for (VirtualServer server : cluster.servers()) {
            int pages = held.getOrDefault(server.id(), new BitSet()).cardinality();
            assertThat(server.report().livePages())
                    .as("live pages of %s", server.id())
                    .isEqualTo(pages);
            assertThat(server.freePages())
                    .as("free pages of %s", server.id())
                    .isEqualTo(server.capacityPages() - pages);
        }
        assertThat(objects.bytesByState()).isEqualTo(bytes);
    }

    /** To a random place in a random policy, if the state allows it. */
    private void remap(int object, long epoch) {
        ObjectMapping row = objects.row(object);
        if (row.state().isIntermediate()) {
            return;
        }
        RedundancyPolicy next = random.nextBoolean() ? RedundancyPolicy.EC : RedundancyPolicy.REP;
        List<ServerId> servers = new ArrayList<>(
                cluster.servers().stream().map(VirtualServer::id).toList());
        java.util.Collections.shuffle(servers, random);
        Placement to = new Placement(
                spec.scheme(next), servers.subList(0, spec.scheme(next).width()));
        RedundancyEvent event = next == row.live().policy()
                ? RedundancyEvent.SWAP
                : next == RedundancyPolicy.REP ? RedundancyEvent.UPGRADE : RedundancyEvent.DOWNGRADE;
        assertThat(objects.remap(new Remap(row.id(), row.version(), event, to, epoch, "test")))
                .isEqualTo(Remap.Outcome.APPLIED);
    }

    /** Reading 17: the row, the intent and the heat go. */
    @Test
    void recreatedObject_isAsCoolAsANewOne_andWaitsForNothing() {
        int size = workload.objectBytes(1);
        for (int i = 0; i < 50; i++) {
            client.write(1, size, 0, size, i, 3);
        }
        remapTo(1, RedundancyScheme.REP_3);
        client.delete(1, size);
        client.write(0, workload.objectBytes(0), 0, workload.objectBytes(0), 60, 3);
        client.write(1, size, 0, size, 60, 3);

        assertThat(objects.row(1).state()).isEqualTo(RedundancyState.EC);
        assertThat(objects.row(1).heat(3)).isEqualTo(objects.row(0).heat(3));
        assertThat(objects.accessHeat(1, 3)).isEqualTo(1);
        assertThat(client.carriedOut()).isFalse();
    }

    private void remapTo(int object, RedundancyScheme scheme) {
        ObjectMapping row = objects.row(object);
        Placement to = new Placement(scheme, row.live().servers().subList(0, scheme.width()));
        objects.remap(new Remap(row.id(), row.version(), RedundancyEvent.UPGRADE, to, 3, "test"));
    }

    /** 20 MiB are three segments; each server has all segments of its fragment, as on a live cluster. */
    @Test
    void largeObject_isStoredSegmentBySegmentOnTheSameServers() {
        for (int object = 0; object < OBJECTS; object++) {
            int size = workload.objectBytes(object);
            ObjectContent content =
                    new ObjectContent(writeIds.next(), size, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
            for (RedundancyScheme scheme : List.of(RedundancyScheme.EC_4_2, RedundancyScheme.REP_3)) {
                long all = 0;
                for (int i = 0; i < scheme.width(); i++) {
                    assertThat(FragmentPages.of(scheme, i, size, PAGE))
                            .as("fragment %d of %d bytes under %s", i, size, scheme)
                            .isEqualTo((int) content.fragmentPages(scheme, i, PAGE));
                    all += content.fragmentPages(scheme, i, PAGE);
                }
                assertThat(FragmentPages.all(scheme, size, PAGE)).isEqualTo(all);
            }
        }
        int large = 20 << 20;
        Workload one = one(large);
        VirtualCluster ten = new VirtualCluster(spec, one);
        VirtualObjects rows = new VirtualObjects(one, "large", writeIds::next);
        StoredFragments stored = new StoredFragments(ten, PAGE, 1);
        Transfer written = new ClientOperations(ten, spec, rows, stored, RedundancyScheme.EC_4_2)
                .create(0, large, ten.firstPlacement(rows.id(0), RedundancyScheme.EC_4_2, large), WriteHint.COLD, 0, 0);
        assertThat(written.pagesWritten()).isEqualTo(6 * (512 + 512 + 256));
        assertThat(ten.servers().stream().filter(server -> server.report().livePages() > 0))
                .hasSize(6)
                .allSatisfy(server -> assertThat(server.report().livePages()).isEqualTo(1280));
    }

    private static Workload one(int bytes) {
        Workload.Builder builder = Workload.builder("one", true);
        builder.object(bytes);
        builder.request(0, true, 0, 0, bytes);
        return builder.build();
    }

    /** Reading 14 holds for each stripe by itself: a whole one between two others needs no old data. */
    @Test
    void partialUpdateOverSegments_readsOldDataOfTheStripesAtItsEndsOnly() {
        int size = 24 << 20;
        int segment = 8 << 20;
        Workload one = one(size);
        VirtualCluster ten = new VirtualCluster(spec, one);
        VirtualObjects rows = new VirtualObjects(one, "large", writeIds::next);
        ClientOperations operations =
                new ClientOperations(ten, spec, rows, new StoredFragments(ten, PAGE, 1), RedundancyScheme.EC_4_2);
        operations.write(0, size, 0, size, 0, 1);

        Transfer update = operations.write(0, size, segment - PAGE, segment + 2 * PAGE, 1, 1);

        long written = 6 * 512 + 2 * 3;
        assertThat(update.pagesWritten()).isEqualTo(written);
        assertThat(update.bytes()).isEqualTo((written + 2 * 3) * PAGE);
    }
}
