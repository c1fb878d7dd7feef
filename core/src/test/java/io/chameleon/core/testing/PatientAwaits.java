package io.chameleon.core.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives every await in this build's tests enough time on a busy machine. A condition that holds ends the wait at once;
 * one that never holds fails after two minutes instead of ten seconds. JUnit finds this class through
 * {@code META-INF/services}.
 */
public final class PatientAwaits implements LauncherSessionListener {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
