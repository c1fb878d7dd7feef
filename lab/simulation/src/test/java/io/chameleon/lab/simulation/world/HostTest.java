package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a host has beside its processes, and what a run reports. */
class HostTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final World world = new World(1);

    @Test
    void clocks_ofAllHosts_agreeUntilOneIsSet() {
        HostClock one = new HostClock(world);
        HostClock other = new HostClock(world);
        world.runUntil(5 * SECOND);
        assertThat(one.millis()).isEqualTo(other.millis()).isEqualTo(World.BEGIN_MILLIS + 5_000);
        one.set(-7_000);
        assertThat(one.millis()).isEqualTo(other.millis() - 7_000);
        assertThat(one.aheadMillis()).isEqualTo(-7_000);
        assertThat(other.aheadMillis()).isZero();
    }

    /** The offset is that of the host's battery, not of a process. */
    @Test
    void clock_thatIsWrong_staysWrongForTheNextProcess() {
        HostClock clock = new HostClock(world);
        SimProcess first = new SimProcess(world, "p", clock);
        clock.set(60_000);
        first.kill();
        SimProcess second = new SimProcess(world, "p", clock);
        assertThat(second.clock().millis()).isEqualTo(World.BEGIN_MILLIS + 60_000);
    }

    @Test
    void violation_thatCameFirst_isTheOneReported() {
        world.violated("first");
        world.violated("second");
        assertThat(world.violation()).isEqualTo("first");
        assertThat(world.trace().last()).containsExactly("0.000000s VIOLATION first");
    }

    @Test
    void violation_endsTheRun_atItsTime() {
        world.time().after(SECOND, () -> world.violated("here"));
        world.time().after(2 * SECOND, () -> world.violated("never"));
        world.runUntil(10 * SECOND);
        assertThat(world.isViolated()).isTrue();
        assertThat(world.time().now()).isEqualTo(SECOND);
    }

    @Test
    void parts_drawFromSourcesOfTheirOwn_whichTheSeedDecides() {
        List<Long> here = draws(new World(5));
        assertThat(here).doesNotHaveDuplicates().isEqualTo(draws(new World(5)));
        assertThat(here).isNotEqualTo(draws(new World(6)));
    }

    private static List<Long> draws(World of) {
        return IntStream.range(0, 20).mapToObj(_ -> of.chance().nextLong()).toList();
    }

    @Test
    void failure_isToldInOneLine_withWhereItComesFrom() {
        String text = Failures.text(new IllegalStateException("no room"));
        assertThat(text)
                .startsWith("java.lang.IllegalStateException: no room < HostTest.failure_isToldInOneLine")
                .hasLineCount(1);
        assertThat(text.split(" < ")).hasSizeLessThanOrEqualTo(7);
    }

    /** Direct memory of a process that was killed would be lost to the JVM that simulates it. */
    @Test
    void buffers_areOnTheHeap_whateverIsAskedFor() {
        for (ByteBuf buffer : List.of(
                HeapBuffers.INSTANCE.buffer(16),
                HeapBuffers.INSTANCE.directBuffer(16),
                HeapBuffers.INSTANCE.heapBuffer(16),
                HeapBuffers.INSTANCE.ioBuffer(16))) {
            assertThat(buffer.hasArray()).isTrue();
            assertThat(buffer.writeLong(7).readLong()).isEqualTo(7);
            buffer.release();
        }
        CompositeByteBuf composite = HeapBuffers.INSTANCE.compositeDirectBuffer(2);
        assertThat(composite.isDirect()).isFalse();
        composite.release();
        assertThat(HeapBuffers.INSTANCE.isDirectBufferPooled()).isFalse();
    }
}
