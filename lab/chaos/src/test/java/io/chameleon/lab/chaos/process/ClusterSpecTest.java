package io.chameleon.lab.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSpecTest {
    private static ClusterSpec spec(
            int servers,
            int nodes,
            int metadata,
            int balancers,
            int gateways,
            String database,
            int databases,
            boolean standby) {
        return ClusterSpec.small(Path.of("data"))
                .with()
                .servers(servers)
                .nodes(nodes)
                .metadata(metadata)
                .balancers(balancers)
                .gateways(gateways)
                .database(database)
                .databases(databases)
                .standby(standby)
                .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0   | 0  | 1  | 1  | 0  | ''                    | 1 | false | servers: '0' given, expected 1 to 100",
                "101 | 0  | 1  | 1  | 0  | ''                    | 1 | false | servers: '101' given, expected 1 to 100",
                "4 | 5 | 1 | 1 | 0 | '' | 1 | false | nodes: '5' given, expected 0 to the number of servers, 4",
                "4   | -1 | 1  | 1  | 0  | ''                    | 1 | false | nodes: '-1' given",
                "4 | 2 | 0 | 1 | 0 | '' | 1 | false | metadata processes: '0' given, expected 1 to 10",
                "4   | 2  | 11 | 1  | 0  | ''                    | 1 | false | metadata processes: '11' given",
                "4   | 2  | 1  | 0  | 0  | ''                    | 1 | false | balancers: '0' given, expected 1 to 10",
                "4   | 2  | 1  | 11 | 0  | ''                    | 1 | false | balancers: '11' given",
                "4 | 2 | 1 | 1 | -1 | '' | 1 | false | S3 gateways: '-1' given, expected 0 to 10",
                "4   | 2  | 1  | 1  | 11 | ''                    | 1 | false | S3 gateways: '11' given",
                "4   | 2  | 1  | 1  | 0  | ''                    | 0 | false | databases: '0' given",
                "4 | 2 | 1 | 1 | 0 | jdbc:postgresql://d/c | 2 | false | databases: '2' given, expected 1 "
                        + "where others run it",
                "4 | 2 | 1 | 1 | 0 | jdbc:postgresql://d/c | 1 | true | standby: 'true' given, expected "
                        + "false where others run the database",
            })
    void clusterThatCannotBe_isRefusedInOneLine(
            int servers,
            int nodes,
            int metadata,
            int balancers,
            int gateways,
            String database,
            int databases,
            boolean standby,
            String message) {
        assertThatThrownBy(() -> spec(servers, nodes, metadata, balancers, gateways, database, databases, standby))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void settings_areThoseOfTheMomentItWasMade() {
        Map<String, String> settings = new HashMap<>(Map.of("CHAMELEON_A", "1"));
        ClusterSpec spec = ClusterSpec.small(Path.of("data")).withSettings(settings);
        settings.put("CHAMELEON_A", "2");
        assertThat(spec.settings()).isEqualTo(Map.of("CHAMELEON_A", "1"));
    }
}
