package io.chameleon.core.testing;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Starts SLF4J before any test, where a module has it. While one test is the first to log, SLF4J gives substitutes to
 * the others, and those that listen to a logger would not have the one that is logged to. JUnit finds this class
 * through {@code META-INF/services}.
 */
public final class EarlyLogging implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try {
            Object unused = Class.forName("org.slf4j.LoggerFactory")
                    .getMethod("getILoggerFactory")
                    .invoke(null);
        } catch (ClassNotFoundException e) {
            // A module that logs nothing.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
