package io.chameleon.lab.simulation.world;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The timers of a process, as far as the product's classes use them: one-shot, not periodic. */
final class SimTimers extends AbstractExecutorService implements ScheduledExecutorService {
    private final SimProcess process;

    SimTimers(SimProcess process) {
        this.process = process;
    }

    @Override
    public void execute(Runnable command) {
        process.execute(command);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    command.run();
                    return null;
                },
                delay,
                unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Timer<V> timer = new Timer<>(process.ticker().getAsLong() + unit.toNanos(delay));
        process.after(unit.toNanos(delay), () -> timer.fire(callable));
        return timer;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("timers that repeat are not simulated");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("timers that repeat are not simulated");
    }

    /** Ends with its process, not before. */
    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }

    private static final class Timer<V> extends CompletableFuture<V> implements ScheduledFuture<V> {
        private final long dueNanos;

        Timer(long dueNanos) {
            this.dueNanos = dueNanos;
        }

        void fire(Callable<V> callable) {
            if (isDone()) {
                return;
            }
            try {
                complete(callable.call());
            } catch (Exception e) {
                completeExceptionally(e);
                throw new IllegalStateException("a timer failed", e);
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
