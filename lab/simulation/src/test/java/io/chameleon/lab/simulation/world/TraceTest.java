package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The hash is how two runs of a seed are compared: it must tell any two logs apart. */
class TraceTest {
    private final VirtualTime time = new VirtualTime();
    private final Trace trace = new Trace(time);

    private static long hash(String... lines) {
        Trace of = new Trace(new VirtualTime());
        List.of(lines).forEach(of::line);
        return of.hash();
    }

    @Test
    void sameLines_haveTheSameHash() {
        assertThat(hash("a", "b")).isEqualTo(hash("a", "b"));
        assertThat(hash()).isEqualTo(trace.hash());
    }

    @Test
    void otherLines_haveAnother() {
        assertThat(List.of(
                        hash(), hash(""), hash("a"), hash("b"), hash("a", "b"), hash("b", "a"), hash("ab"), hash("ba")))
                .doesNotHaveDuplicates();
    }

    @Test
    void sameLine_atAnotherTime_isAnother() {
        time.step(1);
        trace.line("a");
        assertThat(trace.hash()).isNotEqualTo(hash("a"));
    }

    @Test
    void lines_areShownWithTheirTime_inSeconds() {
        time.step(1_234_567_890);
        trace.line("s3 is up with 5 fragments");
        assertThat(trace.last()).containsExactly("1.234568s s3 is up with 5 fragments");
    }

    /** The hash covers all of a long run; memory keeps its end. */
    @Test
    void longLog_keepsItsLastLines_andCountsAll() {
        IntStream.range(0, 1_000).forEach(i -> trace.line("line " + i));
        assertThat(trace.lines()).isEqualTo(1_000);
        assertThat(trace.last()).hasSize(400).startsWith("0.000000s line 600").endsWith("0.000000s line 999");
        Trace other = new Trace(new VirtualTime());
        IntStream.range(0, 1_000).forEach(i -> other.line(i == 0 ? "another" : "line " + i));
        assertThat(other.last()).isEqualTo(trace.last());
        assertThat(other.hash()).isNotEqualTo(trace.hash());
    }
}
