package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Listings, histories, the cluster and its wear. */
final class CatalogueTest {
    private final FakeCluster cluster = new FakeCluster(7);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private List<String> putKeys(int count) {
        List<String> keys =
                IntStream.range(0, count).mapToObj("a/%03d"::formatted).toList();
        keys.forEach(key -> client.put(BUCKET, key, new byte[0]));
        client.put(BUCKET, "b/1", new byte[] {1});
        client.put("other", "a/000", new byte[0]);
        return keys;
    }

    @Test
    void pages_followEachOther() {
        List<String> keys = putKeys(25);
        List<Integer> sizes = new ArrayList<>();
        List<String> listed = new ArrayList<>();

        for (ListPage page : client.listPages(BUCKET, ListOptions.prefix("a/").withPageSize(10))) {
            sizes.add(page.objects().size());
            page.objects().forEach(object -> listed.add(object.key()));
        }

        assertThat(listed).isEqualTo(keys);
        assertThat(sizes).containsExactly(10, 10, 5);
    }

    @Test
    void delimiter_foldsKeys() {
        putKeys(3);

        ListPage page = client.list(BUCKET, ListOptions.ALL.withDelimiter("/"));

        assertThat(page.commonPrefixes()).containsExactly("a/", "b/");
        assertThat(page.objects()).isEmpty();
        assertThat(page.isLast()).isTrue();
    }

    @Test
    void streamOfObjects_fetchesPagesAsItIsConsumed() {
        putKeys(25);
        long before = cluster.metadata().received(MessageType.LIST_OBJECTS);

        var pages = client.listPages(BUCKET, ListOptions.ALL.withPageSize(5)).iterator();
        pages.next();
        pages.next();

        assertThat(cluster.metadata().received(MessageType.LIST_OBJECTS)).isEqualTo(before + 2);
        assertThat(client.listAll(BUCKET, "").map(ObjectInfo::key)).hasSize(26).isSorted();
        assertThat(client.listAll(BUCKET, "b").map(ObjectInfo::size)).containsExactly(1L);
    }

    @Test
    void badNames_areInvalidRequestsInOneLine() {
        assertThatThrownBy(() -> client.list("NO", ListOptions.ALL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageStartingWith("bucket: 'NO' given, expected 3 to 63 lower-case letters");
        assertThatThrownBy(() -> client.get(BUCKET, "")).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.async().head(BUCKET, "\0").join())
                .hasCauseInstanceOf(InvalidRequestException.class);
    }

    @Test
    void history_tellsRemapsAndTheWriteThatCompletedThem() {
        client.put(BUCKET, "key", new byte[10]);
        Placement destination = new Placement(
                RedundancyScheme.REP_3, List.of(new ServerId("s4"), new ServerId("s5"), new ServerId("s6")));
        cluster.remap("key", RedundancyEvent.UPGRADE, destination);
        client.get(BUCKET, "key");
        client.put(BUCKET, "key", new byte[20]);

        assertThat(client.history(BUCKET, "key"))
                .extracting(EpochLogEntry::event)
                .containsExactly(RedundancyEvent.UPGRADE, RedundancyEvent.WRITTEN);
    }

    @Test
    void wear_ofEachServer_orWhyItIsNotKnown() {
        cluster.stop(new ServerId("s2"));
        cluster.server(1).erases(7);

        List<ServerWear> wear = client.wear();

        assertThat(wear)
                .extracting(of -> of.server().id().value())
                .containsExactly("s0", "s1", "s2", "s3", "s4", "s5", "s6");
        assertThat(wear.get(1).report().orElseThrow().erases()).isEqualTo(7);
        assertThat(wear.get(1).problem()).isEmpty();
        assertThat(wear.get(2).report()).isEmpty();
        assertThat(wear.get(2).problem()).startsWith("UNAVAILABLE: ");
    }

    @Test
    void clusterView_isFresh() {
        client.clusterView();
        cluster.server(3).status(ServerInfo.Status.DRAINING);

        assertThat(client.clusterView().server(new ServerId("s3")).orElseThrow().status())
                .isEqualTo(ServerInfo.Status.DRAINING);
    }

    @Test
    void metadataServiceOverloaded_isAskedAgain() {
        client.put(BUCKET, "key", new byte[10]);
        cluster.metadata().refuse(MessageType.LOOKUP, 2);
        cluster.metadata().loseAnswers(MessageType.LIST_OBJECTS, 2);

        assertThat(client.head(BUCKET, "key").size()).isEqualTo(10);
        assertThat(client.list(BUCKET, ListOptions.ALL).objects()).hasSize(1);
    }
}
