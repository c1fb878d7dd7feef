package io.chameleon.lab.simulation.world;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads whose every step runs where the simulation says. A thread that waits for a lock, a future or a permit
 * releases the only carrier; when it may continue, the executor is notified. So blocking code runs unchanged, one
 * thread at a time.
 *
 * <p>The JDK does not export this: it needs {@code --add-opens=java.base/java.lang=ALL-UNNAMED}. Waits with a time
 * limit expire in real time, so simulated code must not depend on one. Nor may it wait for what threads outside the
 * simulation hold, such as the lock of a console: its continuation would depend on them, and the run would not repeat.
 * So {@link Silence} turns the loggers off.
 */
final class Coroutines {
    static final String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static volatile @Nullable Method newVirtualThread;

    private Coroutines() {}

    private static Method method() {
        Method known = newVirtualThread;
        if (known != null) {
            return known;
        }
        try {
            Method method = Class.forName("java.lang.ThreadBuilders")
                    .getDeclaredMethod("newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
            method.setAccessible(true);
            newVirtualThread = method;
            return method;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException("the simulated cluster needs JDK 25 and the JVM option " + OPTION, e);
        }
    }

    /** A thread that is not started yet. */
    static Thread thread(Executor steps, String name, Runnable body) {
        try {
            return (Thread) method().invoke(null, steps, name, 0, body);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("no virtual thread with a scheduler of its own", e);
        }
    }
}
