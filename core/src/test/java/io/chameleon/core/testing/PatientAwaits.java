package io.chameleon.core.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets every await of this build's tests be as patient as a busy machine needs: a condition that holds ends it at once, and one
 * that never will is no more wrong after two minutes than after ten seconds. Found by JUnit through {@code META-INF/services}.
 */
public final class PatientAwaits implements LauncherSessionListener {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
