package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is in a file, a user gets a workload or one line that says what is wrong. */
class RandomBytesTest {
    private static final List<String> SAMPLES = List.of(
            "# SYNTHETIC x scale=1 seed=1 slot=4096 objects=2\ntime_us,op,offset,size\n0,W,0,4096\n7,R,4096,100\n",
            "128166372003061629,hm,1,Read,383496192,32768,413\n128166372016382155,hm,1,Write,4096,512,1\n",
            "1,749016,32768,r,0.000000\n1, 8, 512, W, 1.332052, 3\n",
            "8,0 3 1 0.000000000 697 Q WS 223490 + 8 [kjournald]\n8,1 3 1 0.1 697 Q R 8 + 8 [x]\n",
            "89968195792462 20782 gzip 283193184 8 R 6 0 56f11b711d91a065a2b6458eca924523\n",
            "1034110799.839200 30.0801 31.03ff T C3 3b0ea2cb 6 read fh 61890100 off 2000 count 1000 con = 94\n",
            "recordcount=10\noperationcount=10\nreadproportion=0.5\nupdateproportion=0.5\nfieldcount=2\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void damagedFile_isAWorkloadOrATraceException(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 600; i++) {
            byte[] text = random.nextInt(4) == 0 ? noise(random) : damaged(random);
            String suffix = List.of("", ".gz", ".zst").get(random.nextInt(3));
            byte[] file = random.nextInt(3) == 0 ? text : packed(text, suffix);
            if (random.nextInt(3) == 0 && file.length > 0) {
                file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path path = Files.write(directory.resolve("t" + suffix), file);
            String format = random.nextBoolean()
                    ? null
                    : WorkloadFiles.formats()
                            .get(random.nextInt(WorkloadFiles.formats().size()));
            BadLines badLines = random.nextBoolean() ? BadLines.strict() : BadLines.tolerant();
            try {
                Workload workload = WorkloadFiles.of(path, format, 4096, badLines, seed);
                assertThat(workload.requests()).isPositive();
            } catch (TraceException e) {
                assertThat(e).as("seed %d, round %d", seed, i).hasMessageStartingWith("trace " + path);
                assertThat(e.getMessage()).as("seed %d, round %d", seed, i).doesNotContain("\n");
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", round " + i + ": " + new String(text, StandardCharsets.ISO_8859_1), e);
            }
        }
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[random.nextInt(6000)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A good file with some bytes replaced, left out or doubled. */
    private static byte[] damaged(Random random) {
        StringBuilder text = new StringBuilder(SAMPLES.get(random.nextInt(SAMPLES.size())));
        for (int i = random.nextInt(6); i > 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, text.charAt(at));
                default -> text.insert(at, "9".repeat(12 + random.nextInt(10)));
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] packed(byte[] plain, String suffix) throws IOException {
        if (suffix.equals(".zst")) {
            return Zstd.compress(plain);
        }
        if (suffix.isEmpty()) {
            return plain;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }
}
