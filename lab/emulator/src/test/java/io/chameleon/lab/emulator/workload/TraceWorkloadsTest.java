package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceWorkloadsTest {
    private static final int KIB_64 = 64 << 10;

    @TempDir
    Path directory;

    @Test
    void requestOverABorder_isSplitAndObjectsAreNumberedAsTheyAppear() throws IOException {
        Workload workload =
                TraceWorkloads.of(file("0,W,655360,10\n3,R,65530,70000\n9,W,131000,72\n"), BadLines.strict());
        assertThat(requests(workload))
                .containsExactly("0 W 0: 0+10", "3 R 1: 65530+6", "3 R 2: 0+65536", "3 R 3: 0+4458", "9 W 2: 65464+72");
        assertThat(workload.objects()).isEqualTo(4);
        assertThat(workload.objectBytes(3)).isEqualTo(KIB_64);
        assertThat(workload.isSynthetic()).isFalse();
        assertThat(workload.name()).isEqualTo("t.csv");
    }

    @Test
    void sameOffsetOfAnotherVolume_isAnotherObject() throws IOException {
        Path file = file("1,hm,0,Write,0,512,1\n2,hm,1,Write,0,512,1\n3,hm,0,Read,512,512,1\n");
        Workload workload = TraceWorkloads.of(file, TraceFormat.MSR, 8 << 20, BadLines.strict());
        assertThat(requests(workload)).containsExactly("0 W 0: 0+512", "0 W 1: 0+512", "0 R 0: 512+512");
        assertThat(workload.objectBytes(1)).isEqualTo(8 << 20);
    }

    @Test
    void traceOfSlots_keepsItsObjectsWholeAndSaysItIsSynthetic() throws IOException {
        BadLines badLines = BadLines.tolerant();
        Path file = file("# SYNTHETIC mds-0 scale=1 seed=2 slot=131072 objects=9\ntime_us,op,offset,size\n"
                + "0,W,262144,100000\n1,R,0,4096\n2,R,262144,100000\n3,W,0,8192\n4,W,131,8192\n5,W,0,131073\n");
        Workload workload = TraceWorkloads.of(file, badLines);
        assertThat(requests(workload)).containsExactly("0 W 0: 0+100000", "1 R 1: 0+4096", "2 R 0: 0+100000");
        assertThat(workload.isWholeObject(0)).isTrue();
        assertThat(workload.isSynthetic()).isTrue();
        assertThat(badLines.count()).isEqualTo(3);
        assertThat(badLines.first().getFirst())
                .hasToString("trace " + file
                        + ", line 6: '3,W,0,8192' given, expected the size the object had before, 4096");
    }

    @Test
    void slotLargerThanAnObjectMayBe_isRefused() throws IOException {
        Path file = file("# SYNTHETIC x slot=67108865 objects=9\n0,W,0,1\n");
        assertThatThrownBy(() -> TraceWorkloads.of(file, BadLines.tolerant()))
                .hasMessage("trace " + file + ": slot=67108865 given, expected 1 to 67108864");
    }

    @Test
    void strictReading_stopsAtTheFirstBadLine() throws IOException {
        Path file = file("0,W,0,10\n1,W,0\n2,W,0,10\n");
        assertThatThrownBy(() -> TraceWorkloads.of(file, BadLines.strict()))
                .isInstanceOf(TraceException.class)
                .hasMessage("trace " + file + ", line 2: '1,W,0' given, expected four fields time_us,op,offset,size");
        BadLines tolerant = BadLines.tolerant();
        assertThat(TraceWorkloads.of(file, tolerant).requests()).isEqualTo(2);
        assertThat(tolerant.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment\n", "time_us,op,offset,size\n", "0,W,0,0\n"})
    void fileWithoutARequest_isAnError(String text) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> TraceWorkloads.of(file, BadLines.tolerant()))
                .isInstanceOf(TraceException.class)
                .hasMessage("trace " + file + ": no request in " + text.lines().count() + " lines");
    }

    @Test
    void fileOfBadLines_isAnErrorThatShowsTheFirst() throws IOException {
        Path file = file("abc\ndef\n");
        assertThatThrownBy(() -> TraceWorkloads.of(file, BadLines.tolerant()))
                .hasMessage("trace " + file + ": no request in 2 lines; the first of 2 bad ones: trace " + file
                        + ", line 1: 'abc' given, expected a line of csv, msr, spc, blkparse, fiu, nfs");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -4096, 2048, 65535, 16 << 20})
    void extentThatIsNoPowerOfTwoInRange_isRefused(int extentBytes) throws IOException {
        Path file = file("0,W,0,10\n");
        assertThatThrownBy(() -> TraceWorkloads.of(file, null, extentBytes, BadLines.strict()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("extent bytes: '" + extentBytes + "' given, expected a power of two");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("t.csv"), text);
    }

    private static List<String> requests(Workload workload) {
        List<String> requests = new ArrayList<>();
        for (int i = 0; i < workload.requests(); i++) {
            requests.add(workload.micros(i) + (workload.isWrite(i) ? " W " : " R ") + workload.object(i) + ": "
                    + workload.from(i) + "+" + workload.bytes(i));
        }
        return requests;
    }
}
