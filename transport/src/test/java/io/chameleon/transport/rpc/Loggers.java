package io.chameleon.transport.rpc;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Logback's loggers. SLF4J hands out substitutes while another test, side by side, has it find Logback. */
public final class Loggers {
    private Loggers() {}

    public static Logger named(String name) {
        await().until(() -> LoggerFactory.getILoggerFactory() instanceof LoggerContext);
        return (Logger) LoggerFactory.getLogger(name);
    }

    public static Logger of(Class<?> type) {
        return named(type.getName());
    }
}
