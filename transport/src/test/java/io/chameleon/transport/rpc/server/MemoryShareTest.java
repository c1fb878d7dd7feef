package io.chameleon.transport.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryShareTest {
    private final MemoryBudget budget = new MemoryBudget(80);
    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final AtomicInteger cameFree = new AtomicInteger();
    private final MemoryShare share = new MemoryShare(budget, "peer", loop::add, cameFree::incrementAndGet);

    private void runLoop() {
        while (!loop.isEmpty()) {
            loop.remove().run();
        }
    }

    @Test
    void connectionsOfOneCaller_shareOneAccount() {
        MemoryShare other = new MemoryShare(budget, "other peer", loop::add, () -> {});
        share.belongsTo("caller");
        other.belongsTo("caller");
        share.count(70);
        assertThat(other.hasRoom()).isFalse();
        assertThat(budget.hasRoom("somebody else", () -> {})).isTrue();
    }

    @Test
    void fullShare_isWokenOnceOnItsLoopHoweverOftenItAsked() {
        share.count(80);
        assertThat(share.hasRoom()).isFalse();
        assertThat(share.hasRoom()).isFalse();
        share.count(-80);
        assertThat(cameFree).as("before the loop runs").hasValue(0);
        assertThat(share.hasRoom()).as("before the loop runs").isFalse();
        runLoop();
        assertThat(cameFree).hasValue(1);
        assertThat(share.hasRoom()).isTrue();
    }

    @Test
    void wakingAConnection_whoseLoopHasEnded_harmsNobody() {
        MemoryShare closed = new MemoryShare(
                budget,
                "closed",
                task -> {
                    throw new RejectedExecutionException();
                },
                cameFree::incrementAndGet);
        share.count(80);
        assertThat(closed.hasRoom()).isFalse();
        assertThat(share.hasRoom()).isFalse();
        share.count(-80);
        runLoop();
        assertThat(cameFree).hasValue(1);
    }
}
