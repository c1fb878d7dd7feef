package io.chameleon.lab.emulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReaderTest {
    private static final String TRACE = "# a recording\ntime_us,op,offset,size\n0,W,65535,2\n17,R,0,4096\n";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"t.csv", "t.csv.gz", "t.csv.zst"})
    void packedTrace_isReadLikeAPlainOne(String name) throws IOException {
        Path file = Files.write(directory.resolve(name), packed(name));
        assertThat(requests(TraceReader.open(file)))
                .containsExactly(new TraceRequest(0, true, 65535, 2), new TraceRequest(17, false, 0, 4096));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,W,0",
                "1,X,0,1",
                "-1,W,0,1",
                "1,W,zero,1",
                "1,W,0,99999999999999999999",
                "1,W,0,1073741825",
                "time_us,op,offset"
            })
    void badLine_isNamedWithItsNumber(String line) {
        byte[] bytes = (TRACE + line + "\n").getBytes(StandardCharsets.UTF_8);
        TraceReader reader = TraceReader.of(Path.of("bad.csv"), new ByteArrayInputStream(bytes));
        assertThatThrownBy(() -> requests(reader))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("trace bad.csv, line 5: ")
                .hasMessageContaining("expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# MSR Cambridge\n"
                        + "128166372003061629,hm,1,Read,383496192,32768,413\n128166372016382155,hm,1,Write,4096,512,1\n",
                "Timestamp,Hostname,Disk,Type,Offset,Size,ResponseTime\n"
                        + "128166372003061629,hm,1,Read,383496192,32768,413\n128166372016382155,hm,1,Write,4096,512,1\n",
                "1,749016,32768,r,0.000000\n1, 8, 512, W, 1.332052, 3\n",
            })
    void foreignFormat_isKnownByItsFirstLine(String text) {
        TraceReader reader = TraceReader.of(Path.of("t"), bytes(text));
        long disk = 1L << 44;
        assertThat(requests(reader))
                .containsExactly(
                        new TraceRequest(0, false, disk + 383496192, 32768),
                        new TraceRequest(1332052, true, disk + 4096, 512));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,hm,0,Read,0,512,1\n1,hm,0,Reed,0,512,1\n",
                "1,hm,0,Read,0,512,1\n1,hm,0,Read,0,512\n",
                "1,hm,0,Read,0,512,1\n1,hm,999999,Read,0,512,1\n",
                "0,0,512,r,0.5\n0,0,512,r,-0.5\n",
                "0,0,512,r,0.5\n0,999999999999999999,512,r,0.5\n",
                "0,0,512,r,0.5\n5,W,0,1\n",
                "# neither\n1,2\n",
            })
    void badLineOfAForeignFormat_isNamedWithItsNumber(String text) {
        TraceReader reader = TraceReader.of(Path.of("t"), bytes(text));
        assertThatThrownBy(() -> requests(reader))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("trace t, line 2: ")
                .hasMessageContaining("expected");
    }

    @Test
    void formatAsked_isNotGuessed() throws IOException {
        Path file = Files.writeString(directory.resolve("t"), "0,0,512,r,0.5\n");
        assertThatThrownBy(() -> requests(TraceReader.open(file, TraceFormat.MSR)))
                .hasMessageContaining("line 1")
                .hasMessageContaining("seven fields Timestamp,Hostname");
    }

    @Test
    void missingFile_isOneClearLine() {
        assertThatThrownBy(() -> TraceReader.open(directory.resolve("none.csv")))
                .hasMessage("trace " + directory.resolve("none.csv") + ": no such file");
    }

    @Test
    void truncatedGzip_isOneClearLine() throws IOException {
        byte[] whole = packed("t.csv.gz");
        Path file = Files.write(directory.resolve("cut.csv.gz"), Arrays.copyOf(whole, whole.length - 12));
        assertThatThrownBy(() -> requests(TraceReader.open(file)))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.csv", "t.csv.gz", "t.csv.zst"})
    void byteOrderMark_isNoPartOfTheFirstLine(String name) throws IOException {
        Path file = Files.write(directory.resolve(name), packed(name, "\uFEFF7,W,0,4096\n"));
        assertThat(requests(TraceReader.open(file))).containsExactly(new TraceRequest(7, true, 0, 4096));
    }

    @ParameterizedTest
    @CsvSource({
        "empty.csv.gz, 0, cannot be read: it is cut off",
        "head.csv.gz, 5, cannot be read: it is cut off",
        "body.csv.gz, 30, cannot be read after line 1: it is cut off",
        "head.csv.zst, 5, cannot be read: Truncated source",
    })
    void truncatedFile_isNamedWithTheReason(String name, int bytes, String expected) throws IOException {
        Path file = Files.write(directory.resolve(name), Arrays.copyOf(packed(name), bytes));
        assertThatThrownBy(() -> requests(TraceReader.open(file))).hasMessage("trace " + file + ": " + expected);
    }

    @Test
    void requestOverABorder_touchesBothExtents() {
        assertThat(Extents.touched(new TraceRequest(0, true, 65535, 2))).containsExactly(0L, 1L);
        assertThat(Extents.touched(new TraceRequest(0, true, 65536, 65536))).containsExactly(1L);
        assertThat(Extents.touched(new TraceRequest(0, true, 7, 0))).isEmpty();
    }

    private static List<TraceRequest> requests(TraceReader reader) {
        List<TraceRequest> all = new ArrayList<>();
        for (TraceRequest request = reader.next(); request != null; request = reader.next()) {
            all.add(request);
        }
        return all;
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] packed(String name) throws IOException {
        return packed(name, TRACE);
    }

    private static byte[] packed(String name, String text) throws IOException {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        if (name.endsWith(".zst")) {
            return Zstd.compress(plain);
        }
        if (!name.endsWith(".gz")) {
            return plain;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }
}
