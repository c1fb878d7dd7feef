package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.lab.simulation.Simulation;
import io.chameleon.lab.simulation.SimulationResult;
import io.chameleon.lab.simulation.SimulationSpec;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

class WorldTest {
    /** Seed 1 has servers that die, which the product's classes warn of. */
    @Test
    void run_logsNothing_sinceItsThreadsWouldWaitForTheConsole() {
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        Logger ours = (Logger) LoggerFactory.getLogger("io.chameleon");
        heard.start();
        ours.addAppender(heard);
        try {
            SimulationResult result = Simulation.run(new SimulationSpec(1, Duration.ofMinutes(5)));
            assertThat(result.operations()).isPositive();
            assertThat(heard.list).isEmpty();
        } finally {
            ours.detachAppender(heard);
        }
    }

    @Test
    @Timeout(300)
    void threadResumedFromOutside_endsTheRun() throws InterruptedException {
        World world = new World(1);
        SimProcess process = new SimProcess(world, "p", new HostClock(world));
        Thread[] waiting = new Thread[1];
        process.start(() -> {
            waiting[0] = Thread.currentThread();
            LockSupport.park();
        });
        world.runUntil(1_000_000);
        Thread outside = new Thread(() -> LockSupport.unpark(waiting[0]), "outside");
        outside.start();
        outside.join();
        process.after(1, () -> {});
        world.runUntil(2_000_000);
        assertThat(world.violation()).contains("thread outside").contains("not simulated");
    }
}
