package io.chameleon.simulation.role;

import java.time.Instant;
import java.time.InstantSource;

/** The clock of whoever has a transaction at present: each metadata process brings its own, as it does to PostgreSQL. */
public final class DatabaseClock implements InstantSource {
    private InstantSource current = () -> Instant.EPOCH;

    void follow(InstantSource clock) {
        current = clock;
    }

    @Override
    public Instant instant() {
        return current.instant();
    }
}
