package io.chameleon.lab.simulation.role;

import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimProcess;
import org.jspecify.annotations.Nullable;

/** Something that runs in a process and can be restarted after its end. */
public interface Role {
    String name();

    HostClock clock();

    /** Its current or last life. */
    @Nullable
    SimProcess process();

    /** Begins a new life; the one before has ended. */
    void start();

    /** Ends it at once. */
    void crash();

    default boolean isDead() {
        SimProcess life = process();
        return life == null || life.isDead();
    }

    /** Whether it never comes back. */
    default boolean isLost() {
        return false;
    }

    default boolean isServing() {
        SimProcess life = process();
        return life != null && life.isServing();
    }
}
