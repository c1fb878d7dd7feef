package io.chameleon.lab.simulation.world;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/**
 * Turns all loggers off, for the life of this JVM. A simulated thread that waits for a console's lock is resumed by the
 * thread that held it, so the run would not repeat. It can also hold an outer lock of the console meanwhile; the
 * thread that runs the simulation would then wait for it for ever.
 */
public final class Silence {
    private Silence() {}

    /** One at a time: while a first thread starts SLF4J, others would be given a stand-in that is no logback. */
    public static synchronized void keep() {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLoggerList()
                .forEach(logger -> logger.setLevel(Level.OFF));
    }
}
