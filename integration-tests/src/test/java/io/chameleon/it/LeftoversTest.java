package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PartInfo;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteIds;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.chaos.Leftovers;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a chaos run counts at its end: fragments that nothing refers to. */
class LeftoversTest {
    private static final String BUCKET = "photos";
    private static final Duration REQUEST = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void fragmentOfAWriteThatWasNeverCommitted_isCounted_thoseOfObjectsAndTheirListsAreNot() {
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(6)
                        .serverBytes(64 << 20)
                        .build());
                ChameleonClient client = cluster.clientBuilder()
                        .timeouts(new Timeouts(REQUEST, REQUEST)) // what it tried twice would be left over
                        .build();
                NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults())) {
            client.put(BUCKET, "cat", new byte[100_000]);
            UploadInfo upload = client.uploads().begin(BUCKET, "film", PutOptions.DEFAULT);
            PartInfo part = client.uploads().putPart(upload, 1, ObjectSource.of(new byte[30_000]));
            client.uploads().complete(upload, List.of(part), PutOptions.DEFAULT);
            FlashClient flash = new FlashClient(network);
            Leftovers leftovers = new Leftovers(
                    flash, new MetadataClient(network, List.of(cluster.metadataEndpoint())), client, BUCKET);
            assertThat(leftovers.count()).isZero();

            ServerInfo server = client.clusterView().servers().getFirst();
            byte[] bytes = new byte[5_000];
            CRC32C crc32c = new CRC32C();
            crc32c.update(bytes);
            FragmentId orphan =
                    new FragmentId(new WriteIds(InstantSource.system(), new SplittableRandom(1)).next(), 0, 0);
            flash.put(
                            Endpoint.of(server),
                            orphan,
                            (int) crc32c.getValue(),
                            RedundancyScheme.parse("REP(3)"),
                            bytes.length,
                            WriteHint.UNKNOWN,
                            Unpooled.wrappedBuffer(bytes),
                            REQUEST)
                    .join();
            assertThat(leftovers.count()).isOne();
        }
    }
}
