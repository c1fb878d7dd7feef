package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.cli.kit.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracePagesTest {
    private static final int PAGE = 4096;

    @TempDir
    Path directory;

    private TracePages read(String... lines) throws IOException {
        Path trace = Files.writeString(directory.resolve("trace.csv"), String.join("\n", lines) + "\n");
        return TracePages.read(trace, null, PAGE);
    }

    private static int[] replayed(TracePages trace, int count) {
        int[] pages = new int[count];
        trace.workload().source(trace.distinctPages(), new SplittableRandom(1)).next(pages, count);
        return pages;
    }

    @Test
    void writeOfPartsOfPages_writesEachPageThatItTouches() throws IOException {
        assertThat(replayed(read("0,W,4095,2"), 2)).containsExactly(0, 1);
        assertThat(read("0,W,8192,4096").distinctPages()).isOne();
        assertThat(read("0,W,8192,4097").distinctPages()).isEqualTo(2);
    }

    /** A trace of a device of terabytes fits on a small one, and neighbours stay neighbours. */
    @Test
    void pagesThatAreNeverWritten_takeNoRoom() throws IOException {
        TracePages trace = read("0,W,1099511627776,4096", "1,R,0,4096", "2,W,4096,4096", "3,W,1099511627776,4096");
        assertThat(trace.distinctPages()).isEqualTo(2);
        assertThat(trace.requests()).isEqualTo(4);
        assertThat(replayed(trace, 4)).containsExactly(1, 0, 1, 1);
    }

    @Test
    void answer_namesTheTraceAndItsSize() throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        read("0,W,0,8192").describe(json);
        assertThat(json).containsEntry("trace_requests", 1L).containsEntry("trace_pages", 2);
    }

    @Test
    void traceWithoutAWrite_isRefusedInOneLine() {
        assertThatThrownBy(() -> read("0,R,0,4096", "1,W,0,0"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageEndingWith("trace.csv: no write in 2 requests");
    }
}
