package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What this process uses, as a client and as if it were a server. */
class UsageMeterTest {
    private static final int MEBIBYTES = 16;

    private static int allocate() {
        List<byte[]> blocks = new ArrayList<>();
        for (int i = 0; i < MEBIBYTES; i++) {
            blocks.add(new byte[1 << 20]);
        }
        return blocks.stream().mapToInt(block -> block.length).sum();
    }

    @Test
    void memoryThatWasAllocatedMeanwhile_isCounted() {
        try (UsageMeter meter = new UsageMeter(List.of())) {
            meter.start();
            int bytes = allocate();
            Usage usage = meter.sinceStart();
            assertThat(usage.clientAllocatedBytes()).isGreaterThanOrEqualTo(bytes);
            assertThat(usage.clientCpuNanos()).isNotNegative();
            assertThat(usage.servers()).isEmpty();
            assertThat(usage.serverCpuNanos()).isZero();
        }
    }

    @Test
    void whatWasUsedBefore_isNot() {
        try (UsageMeter meter = new UsageMeter(List.of())) {
            meter.start();
            int unused = allocate();
            long before = meter.sinceStart().clientAllocatedBytes();
            meter.start();
            assertThat(meter.sinceStart().clientAllocatedBytes()).isLessThan(before);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void watchedProcess_isKnownByItsProgram_withItsResidentMemory() {
        long self = ProcessHandle.current().pid();
        try (UsageMeter meter = new UsageMeter(List.of(self))) {
            meter.start();
            int unused = allocate();
            Usage usage = meter.sinceStart();
            assertThat(usage.servers()).singleElement().satisfies(server -> {
                assertThat(server.pid()).isEqualTo(self);
                assertThat(server.name()).isEqualTo("java");
                assertThat(server.cpuNanos()).isNotNegative();
                assertThat(server.residentBytes()).isGreaterThan(MEBIBYTES << 20);
            });
        }
    }

    @Test
    void processThatIsNotThere_isRefusedInOneLine() {
        assertThatThrownBy(() -> new UsageMeter(List.of(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "--server-pid: '" + Long.MAX_VALUE + "' given, expected a process that runs on this machine");
    }
}
