package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.chaos.s3.GatewayInMemory;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.chaos.s3.UnexpectedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a run begins at gateways of a cluster that has just started. */
class S3LoadTest {
    private static final RandomGenerator RANDOM = new Random(1);
    private static final String PLAIN = "PUT /" + KeySpace.BUCKET;
    private static final String KEPT = "PUT /" + VersionsBucket.NAME;

    @SuppressWarnings("NullAway.Init")
    private GatewayInMemory gateway;

    @SuppressWarnings("NullAway.Init")
    private S3Load load;

    @BeforeEach
    void start() throws IOException {
        gateway = new GatewayInMemory();
        load = new S3Load(gateway.client(), 1, new Contents(1), new AtomicLong(), new Tally());
    }

    @AfterEach
    void stop() {
        load.close();
        gateway.close();
    }

    @Test
    void buckets_areAskedForAgain_whileAGatewayIsUnavailable() throws Exception {
        gateway.serveNext();
        gateway.refuseNext(503, "ServiceUnavailable");

        load.prepare(RANDOM);

        assertThat(gateway.requests()).containsExactly(PLAIN, KEPT, PLAIN, KEPT, KEPT + "?versioning=");
    }

    @Test
    void gatewayThatStaysUnavailable_endsTheRun_onceThePatienceIsOver() {
        gateway.refuseNext(503, "ServiceUnavailable");

        assertThatThrownBy(() -> load.prepare(RANDOM, Duration.ZERO))
                .isInstanceOf(UnansweredException.class)
                .hasMessageContaining("503 ServiceUnavailable");
        assertThat(gateway.requests()).containsExactly(PLAIN);
    }

    @Test
    void refusal_thatNoStartExplains_endsTheRunAtOnce() {
        gateway.refuseNext(403, "AccessDenied");

        assertThatThrownBy(() -> load.prepare(RANDOM)).isInstanceOf(UnexpectedException.class);
        assertThat(gateway.requests()).containsExactly(PLAIN);
    }
}
