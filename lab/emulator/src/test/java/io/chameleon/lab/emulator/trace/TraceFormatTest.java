package io.chameleon.lab.emulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples are written by hand from the formats' descriptions. */
class TraceFormatTest {
    private static final long DISK = 1L << 44;
    private static final long FILE = 1L << 36;

    private static final String BLKPARSE = """
              8,0    3        1     0.000000000   697  A   W 223490 + 8 <- (8,1) 215298
              8,0    3        2     0.000001829   697  Q  WS 223490 + 8 [kjournald]
              8,0    3        3     0.000003000   697  Q   R 8 + 16 [a b]
              8,0    3        4     0.000003197   697  G   W 223490 + 8 [kjournald]
              8,0    3        5     0.000004000   697  m   N cfq697 insert_request
              8,0    3        6     0.000005000   697  D   W 223490 + 8 [kjournald]
              8,0    3        7     0.000006000   697  Q   D 4096 + 8 [fstrim]
              8,0    3        8     0.000007000   697  Q FWS [kjournald]
              8,16   3        9     1.500000999   697  Q   W 2 + 1 [dd]
              8,0    3       10     1.600000000     0  C   W 223490 + 8 [0]
            CPU3 (8,0):
             Reads Queued:           1,        8KiB	 Writes Queued:           2,        4KiB
             Read Dispatches:        0,        0KiB	 Write Dispatches:        1,        4KiB
             PC Reads Queued:        0,        0KiB	 PC Writes Queued:        0,        0KiB
             IO unplugs:             0        	 Timer unplugs:           0

            Throughput (R/W): 0KiB/s / 4KiB/s
            Events (8,0): 10 entries
            Skips: 0 forward (0 -   0.0%)
            """;

    private static final String FIU = """
            89968195792462 20782 gzip 283193184 8 R 6 0 56f11b711d91a065a2b6458eca924523
            89968195892999 20782 two words 16 24 W 8 1 56f11b711d91a065a2b6458eca924523
            """;

    private static final String NFS = """
            1034110799.839103 30.0801 31.03ff T C3 3b0ea2ca 1 getattr fh 61890100 con = 82 len = 130
            1034110799.839200 30.0801 31.03ff T C3 3b0ea2cb 6 read fh 61890100 off 2000 count 1000 con = 94 len = 148
            1034110799.839300 31.03ff 30.0801 T R3 3b0ea2cb 6 read OK ftype 1 mode 1a4 count 1000 eof 0 con = 0 len = 9
            1034110800.000000 30.0801 31.03ff U C3 3b0ea2cc 7 write fh 77770000 off 000000000000000a count 1f stable U con = 1 len = 2
            1034110700.000000 30.0801 31.03ff U C2 3b0ea2cd 8 write fh 61890100 begoff 0 offset 0 tcount 10 con = 1 len = 2
            """;

    @Test
    void blkparse_requestsAreItsQueueEvents() {
        assertThat(read(BLKPARSE))
                .containsExactly(
                        new TraceRequest(0, true, 223490 * 512, 4096),
                        new TraceRequest(2, false, 4096, 8192),
                        new TraceRequest(1_499_999, true, DISK + 1024, 512));
    }

    @Test
    void fiu_fieldsAreCountedFromTheEnd() {
        assertThat(read(FIU))
                .containsExactly(
                        new TraceRequest(0, false, 283193184L * 512, 4096),
                        new TraceRequest(100, true, DISK + 8192, 12288));
    }

    @Test
    void nfs_requestsAreCallsAndEachFileIsAVolume() {
        assertThat(read(NFS))
                .containsExactly(
                        new TraceRequest(0, false, 0x2000, 0x1000),
                        new TraceRequest(160_800, true, FILE + 10, 31),
                        new TraceRequest(0, true, 0, 16));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blkparse | 8,0 3 1 0.0 697 Q W x + 8 [a]      | sector to be a whole number, 0 or more",
                "blkparse | 8,0 3 1 0.0 697 Z W 1 + 8 [a]      | an action of blkparse such as Q, D or C",
                "blkparse | 8,0 3 1 0.0 697 Q W 1 8 8 [a]      | fields device cpu sequence time",
                "blkparse | 8,0 3 1 now 697 Q W 1 + 8 [a]      | fields device cpu sequence time",
                "blkparse | 8,0 3 1 0.x 697 Q W 1 + 8 [a]      | time to be a number of seconds",
                "fiu      | 1 2 p 3 8 X 6 0 56f11b711d91a065a2b6458eca924523 | op W or R",
                "fiu      | 1 2 p 3 8 R 6 0 56f11b711d91a065a2b6458eca92452  | fields timestamp pid",
                "fiu      | 1 2 p 999999999999999999 8 R 6 0 56f11b711d91a065a2b6458eca924523 | lba to be at most 18014398509481983",
                "nfs      | 1.0 a b T C3 1 6 read off 0 count 1             | fields fh",
                "nfs      | 1.0 a b T C3 1 6 read fh 1 off 0x0 count 1      | off to be a hexadecimal number",
                "nfs      | 1.0 a b T C3 1 6 read fh 1 off 8000000000000000 count 1 | off to be a hexadecimal number below 2^63",
                "nfs      | 1.0 a b T C3 1 6 read fh 1 off 1000000000 count 1 | an offset below 68719476736",
                "nfs      | 1.0 a b T C9 1 6 read fh 1 off 0 count 1        | fields time source destination",
                "csv      | 1,W,9223372036854775808,1                       | offset to be a whole number below 10^18",
                "csv      | 1,W,1000000000000000000,1                       | offset to be a whole number below 10^18",
                "msr      | 9999999999999999999,h,0,Read,0,512,1            | Timestamp to be a whole number below 10^18",
                "nfs      | 1.0 a b T C3 1 6 read fh 1 off ffffffffffffffffff count 1 | off to be a hexadecimal number below 2^63",
                "spc      | 0,9223372036854775808,512,r,0.5                 | LBA to be a whole number below 10^18",
                "spc      | 0,18014398509481984,512,r,0.5                   | LBA to be at most 18014398509481983",
                "spc      | 0,0,512,r,9223372036854775808.0                 | Timestamp to be a number of seconds below 10^12",
                "csv      | 1;W;0;1                                         | four fields time_us,op,offset,size",
            })
    void badLineOfAFormat_saysWhatWasExpected(String format, String line, String expected) {
        TraceReader reader = reader(line, TraceFormat.byName(format), BadLines.strict());
        assertThatThrownBy(reader::next)
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("trace t, line 1: '" + line.substring(0, 3))
                .hasMessageContaining("given, expected " + expected);
    }

    @Test
    void tolerantReader_goesOnAndKeepsTheFirstBadLines() {
        BadLines badLines = BadLines.tolerant();
        String text = "nonsense\n0,W,0,x\n5,W,0,512\n" + "6,R\n".repeat(10) + "7,R,512,512\n";
        assertThat(all(reader(text, null, badLines)))
                .containsExactly(new TraceRequest(5, true, 0, 512), new TraceRequest(7, false, 512, 512));
        assertThat(badLines.count()).isEqualTo(12);
        assertThat(badLines.first())
                .hasSize(BadLines.KEPT)
                .extracting(BadLine::line)
                .startsWith(1L, 2L, 4L);
        assertThat(badLines.first().get(1))
                .hasToString("trace t, line 2: '0,W,0,x' given, expected size to be a whole number, 0 or more");
    }

    @ParameterizedTest
    @ValueSource(ints = {(1 << 18) + 1, 1_000_000})
    void lineThatNeverEnds_isABadLineAndCostsNoMemory(int length) {
        BadLines badLines = BadLines.tolerant();
        assertThat(all(reader("1".repeat(length) + "\n0,W,0,512\n", null, badLines)))
                .hasSize(1);
        assertThat(badLines.first().getFirst().expected()).isEqualTo("a line of at most 262144 bytes");
        assertThat(badLines.first().getFirst().text()).hasSizeLessThan(100);
    }

    @Test
    void controlCharactersOfALine_areNotShown() {
        TraceReader reader = reader("\u001b[31m,W\n", TraceFormat.CSV, BadLines.strict());
        assertThatThrownBy(reader::next).hasMessageContaining("'?[31m,W'");
    }

    @ParameterizedTest
    @EnumSource
    void everyFormat_isFoundByItsName(TraceFormat format) {
        assertThat(TraceFormat.byName(format.toString())).isEqualTo(format);
    }

    @Test
    void unknownFormat_isAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> TraceFormat.byName("vscsi"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("trace format: 'vscsi' given, expected csv, msr, spc, blkparse, fiu, nfs");
    }

    private static List<TraceRequest> read(String text) {
        return all(reader(text, null, BadLines.strict()));
    }

    private static TraceReader reader(String text, @Nullable TraceFormat format, BadLines badLines) {
        return TraceReader.of(
                Path.of("t"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), format, badLines);
    }

    private static List<TraceRequest> all(TraceReader reader) {
        List<TraceRequest> all = new ArrayList<>();
        for (TraceRequest request = reader.next(); request != null; request = reader.next()) {
            all.add(request);
        }
        return all;
    }
}
