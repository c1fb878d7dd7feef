package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    @TempDir
    Path directory;

    private Path traces;
    private Path edm;

    @BeforeEach
    void make() throws IOException {
        traces = Files.createDirectory(directory.resolve("traces"));
        edm = Files.createDirectory(directory.resolve("edm"));
    }

    private static void file(Path directory, String name) throws IOException {
        Files.writeString(directory.resolve(name), "time_us,op,offset,size\n0,W,0,4096\n");
    }

    @Test
    void traces_areKnownByTheirNames_withoutWhatTheyArePackedWith() throws IOException {
        file(traces, "hm-0.csv.gz");
        file(traces, "usr-0.blkparse");
        file(traces, "README.md");
        Files.createDirectory(traces.resolve("old.csv"));
        assertThat(Recordings.in(traces, null)).containsOnlyKeys("hm-0", "usr-0");
    }

    @Test
    void edmTraces_takeThePlacesOfTheirStandIns_andOthersAreLeftOut() throws IOException {
        file(edm, "home02.nfs.zst");
        file(edm, "campus.nfs");
        assertThat(Recordings.in(null, edm)).containsOnlyKeys("edm-home02");
    }

    /** Which of them a figure shows must not depend on the order of names. */
    @Test
    void twoTracesOfOneName_areRefused() throws IOException {
        file(traces, "hm-0.csv");
        file(traces, "hm-0.spc.gz");
        assertThatThrownBy(() -> Recordings.in(traces, null))
                .hasMessageContaining("--traces")
                .hasMessageContaining("hm-0.spc.gz")
                .hasMessageContaining("one file for each name");
    }

    @Test
    void directoryWithoutATrace_orNone_isRefusedInOneLine() throws IOException {
        file(traces, "README.md");
        assertThatThrownBy(() -> Recordings.in(traces, null)).hasMessageContaining("a directory with .csv");
        assertThatThrownBy(() -> Recordings.in(null, directory.resolve("missing")))
                .hasMessageMatching("--edm-traces: '.*missing' given, expected a directory");
    }

    @Test
    void nothingAskedFor_isNothing() {
        assertThat(Recordings.in(null, null)).isEmpty();
    }
}
