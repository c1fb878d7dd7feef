package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Readings 12 to 14 on one object of 64 KiB: 16 pages a replica, 4 a shard. */
class PartialUpdateTest {
    private static final int PAGE = 4096;
    private static final int OBJECT = 16 * PAGE;

    private final Workload workload = workload();
    private final ClusterSpec spec = ClusterSpec.standard(RedundancyPolicy.REP).withServers(12);
    private final VirtualCluster cluster = new VirtualCluster(spec, workload);
    private final WriteIds writeIds = new WriteIds(() -> Instant.ofEpochMilli(1), new Random(1));
    private final VirtualObjects objects = new VirtualObjects(workload, "test", writeIds::next);
    private final StoredFragments fragments = new StoredFragments(cluster, PAGE, workload.objects());
    private final ClientOperations client = new ClientOperations(cluster, spec, objects, fragments, spec.rep());

    @Test
    void onePageOfReplicas_writesThreePages() {
        create(RedundancyScheme.REP_3);

        Transfer transfer = client.write(0, OBJECT, 5 * PAGE, PAGE, 0, 1);

        assertThat(transfer.pagesWritten()).isEqualTo(3);
        assertThat(transfer.bytes()).isEqualTo(3 * PAGE);
    }

    @Test
    void tornPageOfReplicas_isReadFirst() {
        create(RedundancyScheme.REP_3);

        Transfer transfer = client.write(0, OBJECT, 5 * PAGE + 100, 200, 0, 1);

        assertThat(transfer.pagesWritten()).isEqualTo(3);
        assertThat(transfer.bytes()).isEqualTo(6 * PAGE);
    }

    /** Reading 14: reads the old page and both parities, writes them. */
    @Test
    void onePageOfAStripe_isADeltaUpdate() {
        create(RedundancyScheme.EC_4_2);

        Transfer transfer = client.write(0, OBJECT, 5 * PAGE, PAGE, 0, 1);

        assertThat(transfer.pagesWritten()).isEqualTo(3);
        assertThat(transfer.bytes()).isEqualTo(6 * PAGE);
    }

    /** Reading 12: the rest of the object is read from the stripe and three whole replicas are written. */
    @Test
    void onePageInALateState_writesTheWholeObjectAtTheDestination() {
        Placement stripe = create(RedundancyScheme.EC_4_2);
        Placement replicas =
                new Placement(RedundancyScheme.REP_3, stripe.servers().subList(0, 3));
        remap(RedundancyEvent.UPGRADE, replicas);

        Transfer transfer = client.write(0, OBJECT, 5 * PAGE, PAGE, 0, 1);

        assertThat(transfer.pagesWritten()).isEqualTo(48);
        assertThat(transfer.bytes()).isEqualTo((15 + 48) * PAGE);
        assertThat(objects.row(0).state()).isEqualTo(RedundancyState.REP);
        assertThat(objects.row(0).live()).isEqualTo(replicas);
    }

    /**
     * Reading 13: the shard that moves is written whole, the parities in their touched column, the others not at all.
     */
    @Test
    void onePageInAnEwoState_writesTheMovedFragmentWhole() {
        Placement stripe = create(RedundancyScheme.EC_4_2);
        remap(RedundancyEvent.SWAP, withOther(stripe, 0));

        Transfer transfer = client.write(0, OBJECT, 5 * PAGE, PAGE, 0, 1);

        assertThat(transfer.pagesWritten()).isEqualTo(4 + 1 + 2);
        assertThat(transfer.bytes()).isEqualTo((4 + 3 + 7) * PAGE); // the moved shard and the old column are read
        assertThat(objects.row(0).state()).isEqualTo(RedundancyState.EC);
        assertThat(client.carriedOut()).isTrue();
    }

    @Test
    void destinationWithoutRoom_isWrittenInPlaceAndTheIntentStays() {
        Placement stripe = create(RedundancyScheme.EC_4_2);
        Placement next = withOther(stripe, 0);
        remap(RedundancyEvent.SWAP, next);
        VirtualServer full = cluster.server(next.servers().getFirst());
        full.take(new int[full.freePages()], 0, full.freePages());

        client.write(0, OBJECT, 0, OBJECT, 0, 1);

        assertThat(objects.row(0).state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(objects.row(0).live()).isEqualTo(stripe);
        assertThat(client.keptInPlace()).isTrue();
    }

    @Test
    void bulkCopy_writesOnlyTheFragmentThatMoves() {
        Placement stripe = create(RedundancyScheme.EC_4_2);
        Placement next = withOther(stripe, 4);
        remap(RedundancyEvent.SWAP, next);
        BulkCopies copies = new BulkCopies(cluster, spec, objects, fragments);
        int freeBefore = cluster.server(stripe.servers().get(4)).freePages();

        assertThat(copies.copy(0, OBJECT, 0, 1)).isTrue();

        assertThat(copies.pagesWritten()).isEqualTo(4);
        assertThat(copies.bytes()).isEqualTo(8 * PAGE);
        assertThat(objects.row(0).state()).isEqualTo(RedundancyState.EC);
        assertThat(objects.row(0).live()).isEqualTo(next);
        assertThat(cluster.server(stripe.servers().get(4)).freePages()).isEqualTo(freeBefore + 4);
    }

    /** Two pages are two shards and two parities; the servers of the other two positions are not touched. */
    @Test
    void shortStripe_takesNoPagesOfItsPadding() {
        int size = 2 * PAGE;
        Placement stripe = cluster.firstPlacement(objects.id(0), RedundancyScheme.EC_4_2, size);
        List<Integer> before = freePages(stripe);

        fragments.create(0, size, stripe);
        assertThat(taken(before, stripe)).containsExactly(1, 1, 0, 0, 1, 1);
        objects.commit(0, stripe, 0, 0);
        assertThat(client.write(0, size, 0, size, 0, 1).pagesWritten()).isEqualTo(4);
        assertThat(client.read(0, size, 0, size, 0, 1).bytes()).isEqualTo(2 * PAGE);

        Placement replicas =
                new Placement(RedundancyScheme.REP_3, stripe.servers().subList(0, 3));
        remap(RedundancyEvent.UPGRADE, replicas);
        assertThat(client.write(0, size, 0, size, 0, 1).pagesWritten()).isEqualTo(6);
        assertThat(taken(before, stripe)).containsExactly(2, 2, 2, 0, 0, 0);

        remap(RedundancyEvent.DOWNGRADE, stripe);
        BulkCopies copies = new BulkCopies(cluster, spec, objects, fragments);
        assertThat(copies.copy(0, size, 0, 1)).isTrue();
        assertThat(copies.pagesWritten()).isEqualTo(4);
        assertThat(taken(before, stripe)).containsExactly(1, 1, 0, 0, 1, 1);
    }

    private List<Integer> freePages(Placement placement) {
        return placement.servers().stream()
                .map(server -> cluster.server(server).freePages())
                .toList();
    }

    private List<Integer> taken(List<Integer> before, Placement placement) {
        List<Integer> now = freePages(placement);
        return IntStream.range(0, now.size())
                .mapToObj(i -> before.get(i) - now.get(i))
                .toList();
    }

    private Placement create(RedundancyScheme scheme) {
        int pages = scheme.fragmentPages(0, OBJECT, PAGE);
        Placement placement = cluster.firstPlacement(objects.id(0), scheme, OBJECT);
        fragments.create(0, OBJECT, placement);
        for (int i = 0; i < scheme.width(); i++) {
            int[] own = java.util.Arrays.copyOfRange(fragments.pages(0), i * pages, (i + 1) * pages);
            cluster.server(placement.servers().get(i)).write(own, pages, WriteHint.COLD);
        }
        objects.commit(0, placement, 0, 0);
        return placement;
    }

    private void remap(RedundancyEvent event, Placement to) {
        ObjectMapping row = objects.row(0);
        assertThat(objects.remap(new Remap(row.id(), row.version(), event, to, 1, "test")))
                .isEqualTo(Remap.Outcome.APPLIED);
    }

    /** The placement with one fragment on a server that holds none. */
    private Placement withOther(Placement placement, int index) {
        ServerId other = cluster.servers().stream()
                .map(VirtualServer::id)
                .filter(id -> !placement.servers().contains(id))
                .findFirst()
                .orElseThrow();
        List<ServerId> servers = new ArrayList<>(placement.servers());
        servers.set(index, other);
        return new Placement(placement.scheme(), servers);
    }

    private static Workload workload() {
        Workload.Builder builder = Workload.builder("one", true);
        for (int i = 0; i < 1_000; i++) {
            builder.object(OBJECT);
        }
        builder.request(0, true, 0, 0, OBJECT);
        return builder.build();
    }
}
