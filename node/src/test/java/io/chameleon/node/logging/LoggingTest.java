package io.chameleon.node.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;

/** What a command and a role log, and where to. */
@Isolated("sets the mode of the whole JVM")
class LoggingTest {
    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void restore() {
        Logging.mode(Logging.Mode.COMMAND);
        context.stop();
    }

    private ConsoleAppender<ILoggingEvent> configured(Logging.Mode mode) {
        Logging.mode(mode);
        assertThat(new Logging().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        return (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("stderr");
    }

    private String line(Logging.Mode mode, Level level, Throwable failure) {
        PatternLayoutEncoder encoder = (PatternLayoutEncoder) configured(mode).getEncoder();
        return new String(encoder.encode(event(level, failure)), StandardCharsets.UTF_8);
    }

    private LoggingEvent event(Level level, Throwable failure) {
        LoggingEvent event = new LoggingEvent(
                "any",
                context.getLogger("io.chameleon.server.FlashServer"),
                level,
                "device {} is full",
                failure,
                new Object[] {"flash-3"});
        event.setThreadName("worker-1");
        return event;
    }

    private Level level(String logger) {
        return context.getLogger(logger).getEffectiveLevel();
    }

    /** Answers belong to stdout, and a script reads them. */
    @ParameterizedTest
    @EnumSource(Logging.Mode.class)
    void everything_goesToStderr(Logging.Mode mode) {
        assertThat(configured(mode).getTarget()).isEqualTo("System.err");
    }

    @Test
    void command_logsWarningsOnly_inOneShortLine_withoutAStackTrace() {
        assertThat(line(Logging.Mode.COMMAND, Level.WARN, new IllegalStateException("defect")))
                .isEqualTo("chameleon: WARN: device flash-3 is full" + System.lineSeparator());
        assertThat(level("io.chameleon.server.FlashServer")).isEqualTo(Level.WARN);
        assertThat(level("audit")).isEqualTo(Level.WARN);
        assertThat(level("org.apache.zookeeper.ClientCnxn")).isEqualTo(Level.ERROR);
        assertThat(level("org.example.library")).isEqualTo(Level.WARN);
    }

    @Test
    void role_logsWithTimeThreadAndStackTrace_fromInfoOn() {
        assertThat(line(Logging.Mode.ROLE, Level.INFO, new IllegalStateException("defect"))
                        .lines())
                .hasSizeGreaterThan(2)
                .first()
                .asString()
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  FlashServer device flash-3 is full"
                        + " +\\[worker-1\\]");
        assertThat(level("io.chameleon.server.FlashServer")).isEqualTo(Level.INFO);
        assertThat(level("org.example.library")).isEqualTo(Level.WARN);
    }

    /** A collector shows the message and filters by fields; it puts no values into a pattern. */
    @Test
    void json_hasTheWholeMessage_andAFieldForEachValue() throws IOException {
        context.setMDCAdapter(new LogbackMDCAdapter());
        LoggingEvent event = event(Level.WARN, new IllegalStateException("defect"));
        event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        event.addKeyValuePair(new KeyValuePair("who", "ops"));

        byte[] line = Logging.json(context).encode(event);

        assertThat(new String(line, StandardCharsets.UTF_8).lines()).hasSize(1);
        Map<?, ?> fields = new ObjectMapper().readValue(line, Map.class);
        String trace = (String) fields.remove("stack_trace");
        assertThat(trace).startsWith("java.lang.IllegalStateException: defect");
        assertThat(fields)
                .isEqualTo(Map.of(
                        "@timestamp", "2026-01-02T03:04:05.678Z",
                        "message", "device flash-3 is full",
                        "logger_name", "io.chameleon.server.FlashServer",
                        "thread_name", "worker-1",
                        "level", "WARN",
                        "who", "ops"));
    }

    /** Whatever the level of our own loggers. */
    @Test
    void audit_ofARole_isAlwaysLogged() {
        configured(Logging.Mode.ROLE);
        assertThat(context.getLogger("audit").getLevel()).isEqualTo(Level.INFO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.zookeeper",
                "org.apache.curator",
                "org.flywaydb.core",
                "com.zaxxer.hikari.HikariDataSource",
                "io.zonky.test.db.postgres",
                "io.netty.handler"
            })
    void libraries_thatAreTalkative_areHeardFromWarningsOn_byARole(String logger) {
        configured(Logging.Mode.ROLE);
        assertThat(level(logger)).isEqualTo(Level.WARN);
    }

    /** It warns of settings that are as intended. */
    @ParameterizedTest
    @EnumSource(Logging.Mode.class)
    void zookeeperOfOurOwn_isHeardWhenItFails(Logging.Mode mode) {
        configured(mode);
        assertThat(level("org.apache.zookeeper.server.quorum.QuorumPeerConfig")).isEqualTo(Level.ERROR);
    }

    /** Until the disk syncs, its clients only lose their connections again and again. */
    @Test
    void zookeeperOfOurOwn_whoseDiskIsSlow_saysSo() throws ClassNotFoundException {
        configured(Logging.Mode.ROLE);
        String named = Class.forName("org.apache.zookeeper.server.persistence.FileTxnLog")
                .getName();
        assertThat(level(named)).isEqualTo(Level.WARN);
    }

    /** A stack trace a second, from each process, while ZooKeeper is away. */
    @ParameterizedTest
    @EnumSource(Logging.Mode.class)
    void attemptsToReachZooKeeper_areNotLoggedOneByOne(Logging.Mode mode) {
        configured(mode);
        assertThat(level("org.apache.zookeeper.ClientCnxn")).isEqualTo(Level.ERROR);
    }

    /** One for each, beside the one line of the metadata service about the outage. */
    @ParameterizedTest
    @ValueSource(strings = {"PoolBase", "ProxyConnection"})
    void connectionsThatAreLostWithTheirDatabase_areNotLoggedOneByOne(String logger) throws ClassNotFoundException {
        configured(Logging.Mode.ROLE);
        String named = Class.forName("com.zaxxer.hikari.pool." + logger).getName();
        assertThat(level(named)).isEqualTo(Level.ERROR);
        assertThat(level("com.zaxxer.hikari.pool.HikariPool")).isEqualTo(Level.WARN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERROR", "WARN", "INFO", "DEBUG", "TRACE"})
    void level_isOneOfFive(String level) {
        assertThatNoException().isThrownBy(() -> Logging.check(Map.of("CHAMELEON_LOG_LEVEL", level)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "debug", "WARNING", "ALL", "OFF", "INFO ", "0"})
    void level_thatIsNone_isRefused(String level) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Logging.check(Map.of("CHAMELEON_LOG_LEVEL", level)))
                .withMessage("CHAMELEON_LOG_LEVEL: '" + level + "' given, expected ERROR, WARN, INFO, DEBUG or TRACE");
    }

    @Test
    void format_isTextOrJson() {
        assertThatNoException().isThrownBy(() -> Logging.check(Map.of()));
        assertThatNoException().isThrownBy(() -> Logging.check(Map.of("CHAMELEON_LOG_FORMAT", "json")));
        for (String format : new String[] {"", "JSON", "xml", "text,json"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Logging.check(Map.of("CHAMELEON_LOG_FORMAT", format)))
                    .withMessage("CHAMELEON_LOG_FORMAT: '" + format + "' given, expected text or json");
        }
    }
}
