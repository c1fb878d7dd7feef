package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ports of a cluster in one process. Users open some of them to others, and know them by heart. */
class PortsTest {
    private static List<Integer> all(int base, int servers) {
        Ports ports = new Ports(base);
        return Stream.concat(
                        Stream.of(
                                ports.metadata(),
                                ports.metadataAdmin(),
                                ports.balancer(),
                                ports.balancerAdmin(),
                                ports.zookeeper(),
                                ports.postgres(),
                                ports.s3(servers)),
                        IntStream.range(0, servers)
                                .boxed()
                                .flatMap(number -> Stream.of(ports.server(number), ports.serverAdmin(number))))
                .toList();
    }

    @Test
    void standardPorts_areThoseOfThePage() {
        assertThat(all(7400, 2)).containsExactly(7400, 7401, 7402, 7403, 7404, 7405, 7480, 7410, 7411, 7412, 7413);
    }

    @Test
    void baseOfZero_isAnyFreePort_forEverything() {
        assertThat(all(0, 200)).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 34, 35, 36, 100, 200})
    void ports_ofAClusterOfAnySize_areAllDifferent(int servers) {
        List<Integer> ports = all(1024, servers);
        assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port >= 1024);
        assertThat(ports)
                .filteredOn(port -> port != new Ports(1024).s3(servers))
                .allMatch(port -> port < 1024 + Ports.span(servers));
    }

    /** It stays where it is until the servers need its place. */
    @ParameterizedTest
    @CsvSource({"1, 80", "35, 80", "36, 82", "200, 410"})
    void portOfS3_isBehindTheServers(int servers, int offset) {
        assertThat(new Ports(7400).s3(servers)).isEqualTo(7400 + offset);
    }
}
