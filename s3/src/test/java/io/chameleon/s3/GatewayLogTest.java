package io.chameleon.s3;

import static io.chameleon.s3.S3Fixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.S3Exception;

class GatewayLogTest {
    private final S3Fixture fixture = new S3Fixture(
            config -> config, store -> store.timeouts(new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(5))));

    /** Another test may be the first to log, at this moment: until it is done SLF4J has only a substitute. */
    private final Logger log = ((LoggerContext)
                    await().until(LoggerFactory::getILoggerFactory, LoggerContext.class::isInstance))
            .getLogger(Gateway.class);

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    @BeforeEach
    void start() {
        fixture.s3.createBucket(bucket -> bucket.bucket(BUCKET));
        appender.start();
        log.addAppender(appender);
    }

    @AfterEach
    void stop() {
        log.detachAppender(appender);
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE, SERVICE_UNAVAILABLE, false", "PERMISSION_DENIED, INTERNAL_ERROR, true"})
    void failureOfTheCluster_isALine_andADefectHasATrace(ErrorCode code, String error, boolean traced) {
        fixture.cluster.metadata().fail(MessageType.LOOKUP, new ChameleonError(code, "told to fail"));

        assertThatThrownBy(
                        () -> fixture.s3.headObject(head -> head.bucket(BUCKET).key("key")))
                .isInstanceOfSatisfying(S3Exception.class, answer -> {
                    List<ILoggingEvent> ofRequest = events.stream()
                            .filter(event -> event.getFormattedMessage().contains(answer.requestId()))
                            .toList();
                    assertThat(ofRequest).singleElement().satisfies(event -> {
                        assertThat(event.getThrowableProxy() != null).isEqualTo(traced);
                        assertThat(event.getFormattedMessage())
                                .contains(traced ? error : error + ": io.chameleon.client.error.");
                    });
                });
    }
}
