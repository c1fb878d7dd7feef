package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> duringSync = new ArrayList<>();
    private int syncs;

    private final GroupCommit commits = new GroupCommit(this::sync, tasks::add);

    private void sync() {
        syncs++;
        List<Runnable> steps = List.copyOf(duringSync);
        duringSync.clear();
        steps.forEach(Runnable::run);
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void waiters_beforeASyncBegins_shareIt() {
        List<CompletableFuture<Void>> waiters = List.of(commits.durable(), commits.durable(), commits.durable());
        assertThat(waiters).noneMatch(CompletableFuture::isDone);
        runTasks();
        assertThat(waiters).allMatch(CompletableFuture::isDone);
        assertThat(syncs).isEqualTo(1);
    }

    @Test
    void waiter_thatComesDuringASync_waitsForTheNext() {
        CompletableFuture<Void> first = commits.durable();
        List<CompletableFuture<Void>> late = new ArrayList<>();
        duringSync.add(() -> {
            late.add(commits.durable());
            // Inside the second sync no put of its group may be acknowledged yet.
            duringSync.add(() -> assertThat(late.getFirst()).isNotDone());
        });
        runTasks();
        assertThat(first).isCompleted();
        assertThat(late.getFirst()).isCompleted();
        assertThat(syncs).isEqualTo(2);
    }

    @Test
    void failedSync_failsItsGroupAndNoOther() {
        CompletableFuture<Void> first = commits.durable();
        duringSync.add(() -> {
            throw new IllegalStateException("disk gone");
        });
        runTasks();
        assertThat(first).isCompletedExceptionally();
        CompletableFuture<Void> second = commits.durable();
        runTasks();
        assertThat(second).isCompleted();
    }
}
