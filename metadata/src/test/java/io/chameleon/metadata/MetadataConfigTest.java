package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.DatabaseConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetadataConfigTest {
    private static final DatabaseConfig DATABASE =
            DatabaseConfig.defaults("jdbc:postgresql://db/chameleon", "chameleon", "secret");

    @Test
    void defaults_areTheDocumentedOnes() {
        MetadataConfig config = MetadataConfig.defaults(DATABASE);
        assertThat(config.gracePeriod()).isEqualTo(Duration.ofHours(1));
        assertThat(config.rep()).isEqualTo(RedundancyScheme.REP_3);
        assertThat(config.ec()).isEqualTo(RedundancyScheme.EC_4_2);
        assertThat(config.ringPoints()).isEqualTo(64);
        assertThat(config.committers()).isEqualTo(2);
        assertThat(config.maxBatch()).isEqualTo(128);
        assertThat(DATABASE.poolSize()).isEqualTo(16);
    }

    @Test
    void committersThatLeaveNoConnectionForLookups_areRefusedInOneLine() {
        assertThatThrownBy(() -> MetadataConfig.defaults(DATABASE.withPoolSize(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("metadata.committers: '2' given, expected 1 to 1, fewer than metadata.database.pool-size");
    }

    @Test
    void schemesOfTheWrongPolicy_areRefusedInOneLine() {
        assertThatThrownBy(() -> MetadataConfig.defaults(DATABASE).withRep(RedundancyScheme.EC_4_2))
                .hasMessage("metadata.scheme.rep: 'EC(4+2)' given, expected REP(copies)");
    }
}
