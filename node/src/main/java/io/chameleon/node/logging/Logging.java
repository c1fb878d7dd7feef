package io.chameleon.node.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.chameleon.core.Require;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashCommonFieldNames;

/**
 * Configures Logback, which finds it as a service. It does so in code, since reading an XML file takes longer than most
 * commands. A command logs warnings in short form; a process that runs a role logs from INFO on, with time, thread and
 * fields.
 *
 * <p>{@code CHAMELEON_LOG_LEVEL} (ERROR, WARN, INFO, DEBUG, TRACE) sets the level of our own loggers,
 * {@code CHAMELEON_LOG_FORMAT} (text, json) the form of a role's log.
 */
public final class Logging extends ContextAwareBase implements Configurator {
    private static final String COMMAND_PATTERN = "chameleon: %level: %msg%n%nopex";
    private static final String ROLE_PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX,UTC} %-5level %logger{0} %msg %kvp [%thread]%n%ex";
    private static final Set<String> LEVELS = Set.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE");
    /** Libraries whose INFO tells an operator nothing about the store. */
    private static final List<String> QUIET = List.of(
            "org.apache.zookeeper",
            "org.apache.curator",
            "org.hibernate",
            "org.flywaydb",
            "com.zaxxer.hikari",
            "io.zonky",
            "io.netty");

    /** What HikariCP warns in of a single connection; of the pool as a whole it warns in {@code HikariPool}. */
    private static final List<String> POOLED =
            List.of("com.zaxxer.hikari.pool.PoolBase", "com.zaxxer.hikari.pool.ProxyConnection");

    private static volatile Mode mode = Mode.COMMAND;

    /** What kind of process this is. */
    public enum Mode {
        /** Does one thing and ends. */
        COMMAND(Level.WARN),
        /** Runs until it is stopped. */
        ROLE(Level.INFO);

        private final Level level;

        Mode(Level level) {
            this.level = level;
        }
    }

    /** Call before the first logger is made. */
    public static void mode(Mode chosen) {
        mode = chosen;
    }

    /** @throws IllegalArgumentException in one line if an environment variable makes no sense */
    public static void check(Map<String, String> environment) {
        String level = environment.getOrDefault("CHAMELEON_LOG_LEVEL", "INFO");
        Require.that(LEVELS.contains(level), "CHAMELEON_LOG_LEVEL", level, "ERROR, WARN, INFO, DEBUG or TRACE");
        String format = environment.getOrDefault("CHAMELEON_LOG_FORMAT", "text");
        Require.that(Set.of("text", "json").contains(format), "CHAMELEON_LOG_FORMAT", format, "text or json");
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Map<String, String> environment = System.getenv();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(context);
        stderr.setName("stderr");
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder(context, environment));
        stderr.start();
        ch.qos.logback.classic.Logger root = context.getLogger("ROOT");
        root.setLevel(Level.WARN);
        root.addAppender(stderr);
        context.getLogger("io.chameleon").setLevel(Level.toLevel(environment.get("CHAMELEON_LOG_LEVEL"), mode.level));
        // In a role, at any level: what operators did to the cluster. A command's own cluster has no operators.
        context.getLogger("audit").setLevel(mode.level);
        // The embedded one warns of settings that are as intended.
        context.getLogger("org.apache.zookeeper.server").setLevel(Level.ERROR);
        QUIET.forEach(name -> context.getLogger(name).setLevel(mode == Mode.ROLE ? Level.WARN : Level.ERROR));
        // That its disk is slow nobody else can say: others see only connections that are lost and found again.
        context.getLogger("org.apache.zookeeper.server.persistence.FileTxnLog")
                .setLevel(mode == Mode.ROLE ? Level.WARN : Level.ERROR);
        // While a database is away they warn of each pooled connection; OutageLog says it once, with the reason.
        POOLED.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
        // It logs each attempt, one a second, with a stack trace. Roles log themselves when they lose ZooKeeper.
        context.getLogger("org.apache.zookeeper.ClientCnxn").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** A field each for time, message and every value of an event, under the names that log collectors know. */
    static Encoder<ILoggingEvent> json(LoggerContext context) {
        LogstashEncoder json = new LogstashEncoder();
        json.setContext(context);
        json.setTimeZone("UTC");
        // It would load every module of Jackson that is on the class path.
        json.setFindAndRegisterJacksonModules(false);
        json.getFieldNames().setVersion(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
        json.getFieldNames().setLevelValue(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
        json.start();
        return json;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, Map<String, String> environment) {
        if (mode == Mode.ROLE && "json".equals(environment.get("CHAMELEON_LOG_FORMAT"))) {
            return json(context);
        }
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern(mode == Mode.ROLE ? ROLE_PATTERN : COMMAND_PATTERN);
        text.start();
        return text;
    }
}
