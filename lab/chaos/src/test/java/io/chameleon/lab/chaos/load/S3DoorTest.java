package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.load.Door.FailedException;
import io.chameleon.lab.chaos.s3.EntityTags;
import io.chameleon.lab.chaos.s3.GatewayInMemory;
import io.chameleon.lab.chaos.s3.Nobody;
import io.chameleon.lab.chaos.s3.S3Http;
import io.chameleon.lab.chaos.s3.S3Objects;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.chaos.s3.UnexpectedException;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gateways as a way to the objects of all clients: what is written in parts, and what an error promises. */
class S3DoorTest {
    private static final byte[] ONE = "one".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TWO = "two".getBytes(StandardCharsets.UTF_8);
    /** Writes everything small by one request. */
    private static final RandomGenerator WHOLE = () -> Long.MAX_VALUE >> 1;
    /** Writes everything in parts. */
    private static final RandomGenerator IN_PARTS = () -> 0L;

    @SuppressWarnings("NullAway.Init")
    private GatewayInMemory gateway;

    @SuppressWarnings("NullAway.Init")
    private S3Http http;

    @SuppressWarnings("NullAway.Init")
    private S3Objects objects;

    @SuppressWarnings("NullAway.Init")
    private S3Door door;

    @BeforeEach
    void start() throws IOException, UnansweredException {
        gateway = new GatewayInMemory();
        http = gateway.client();
        objects = new S3Objects(http, KeySpace.BUCKET);
        objects.create(WHOLE);
        door = new S3Door(objects, WHOLE);
    }

    @AfterEach
    void stop() {
        http.close();
        gateway.close();
    }

    private static FailedException failure(ThrowingCallable call) {
        return catchThrowableOfType(FailedException.class, call);
    }

    @Test
    void object_isReadAsItWasWritten() throws FailedException {
        assertThat(door.get("k")).isEmpty();
        assertThat(door.put("k", ONE)).isEqualTo(EntityTags.of(ONE));
        assertThat(door.get("k")).contains(ONE);
        assertThat(door.delete("k")).isEqualTo(Door.Deleted.NOT_TOLD);
        assertThat(door.delete("k")).as("S3 does not tell").isEqualTo(Door.Deleted.NOT_TOLD);
        assertThat(door.get("k")).isEmpty();
    }

    @Test
    void conditions_areThoseOfTheOperation() throws FailedException {
        assertThat(door.replace("k", EntityTags.of(ONE), TWO))
                .as("nothing is there")
                .isEmpty();
        assertThat(door.create("k", ONE)).contains(EntityTags.of(ONE));
        assertThat(door.create("k", TWO)).isEmpty();
        assertThat(door.replace("k", EntityTags.of(TWO), TWO))
                .as("another is there")
                .isEmpty();
        assertThat(door.get("k")).contains(ONE);
        assertThat(door.replace("k", EntityTags.of(ONE), TWO)).contains(EntityTags.of(TWO));
    }

    /** The tag that a later replacement names. */
    @Test
    void objectInParts_hasTheTagOfItsParts() throws FailedException {
        S3Door inParts = new S3Door(objects, IN_PARTS);
        String tag = inParts.put("k", ONE);
        assertThat(tag).isEqualTo(EntityTags.inParts(ONE));
        assertThat(inParts.replace("k", tag, TWO)).contains(EntityTags.inParts(TWO));
    }

    @Test
    void objectOfMoreThanAPart_isWrittenInParts() throws FailedException {
        byte[] large = new byte[EntityTags.PART_BYTES + 1];
        assertThat(door.put("k", large)).isEqualTo(EntityTags.inParts(large)).endsWith("-2");
        assertThat(door.get("k")).contains(large);
    }

    @Test
    void lostAnswer_isAnUnknownOutcome() throws FailedException {
        gateway.loseNextAnswer();
        assertThat(failure(() -> door.put("k", ONE)))
                .hasMessageStartingWith("S3 ")
                .returns(Outcome.UNKNOWN, FailedException::outcome);
        assertThat(door.get("k")).as("it was written").contains(ONE);
        gateway.loseNextAnswer();
        assertThat(failure(() -> door.delete("k")).outcome()).isEqualTo(Outcome.UNKNOWN);
        gateway.loseNextAnswer();
        assertThat(failure(() -> door.create("k", ONE)).outcome()).isEqualTo(Outcome.UNKNOWN);
        gateway.refuseNext(503, "SlowDown");
        FailedException slow = failure(() -> door.get("k"));
        assertThat(slow.why()).isEqualTo("S3 503 SlowDown");
    }

    @Test
    void partThatFails_hasWrittenNothing() {
        S3Door inParts = new S3Door(objects, IN_PARTS);
        gateway.serveNext();
        gateway.loseNextAnswer();
        assertThat(failure(() -> inParts.put("k", ONE)).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void noGateway_hasWrittenNothing() throws IOException {
        try (Nobody nobody = new Nobody();
                S3Http unanswered = nobody.client()) {
            S3Door closed = new S3Door(new S3Objects(unanswered, KeySpace.BUCKET), WHOLE);
            assertThat(failure(() -> closed.put("k", ONE)))
                    .returns("S3 no gateway", FailedException::why)
                    .returns(Outcome.FAILED, FailedException::outcome);
        }
    }

    @Test
    void answerThatNoFaultExplains_isNoFailureOfTheOperation() {
        gateway.refuseNext(403, "AccessDenied");
        assertThatThrownBy(() -> door.get("k")).isInstanceOf(UnexpectedException.class);
    }

    /** It is reported as damage: no fault of ours makes a gateway deny access. */
    @Test
    void worker_reportsAnAnswerThatNoFaultExplains() {
        History history = new History(1);
        Tally tally = new Tally();
        Worker worker =
                new Worker(door, new KeySpace(1), new Contents(1), new AtomicLong(), history, tally, new Random(3));
        for (int i = 0; i < 5; i++) {
            gateway.refuseNext(403, "AccessDenied");
            worker.step();
        }
        assertThat(tally.damage())
                .hasSize(5)
                .allMatch(line ->
                        line.matches("(GET|PUT|DELETE|POST) /chaos/key-00000.* is answered with 403 AccessDenied"));
        assertThat(tally.acknowledgedOperations()).isZero();
        assertThat(history.all()).isEmpty();
    }
}
