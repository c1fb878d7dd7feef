package io.chameleon.core;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that tests move forwards or back. It is not in {@code testkit}, since core's own tests need it. */
public final class ManualClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }
}
