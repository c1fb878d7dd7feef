package io.chameleon.lab.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The histories of all keys of the bucket that keeps versions. */
class VersionsHistoryTest {
    private final VersionsHistory history = new VersionsHistory(3);

    private static VersionedCall put(long number, String version, Outcome outcome, long start) {
        return new VersionedCall(Kind.PUT, number, 0, version, List.of(), outcome, start, start + 5);
    }

    private static VersionedCall list(long start, Line... lines) {
        return new VersionedCall(Kind.LIST, 0, 0, "", List.of(lines), Outcome.DONE, start, start + 5);
    }

    @Test
    void impossibleHistories_areNamedByTheirKeys_inTheirOrder() {
        history.add(0, put(1, "v1", Outcome.DONE, 0));
        history.add(0, list(10, new Line("v1", 1)));
        history.add(1, put(2, "v2", Outcome.DONE, 0));
        history.add(1, list(10));
        history.add(2, put(3, "v3", Outcome.DONE, 0));
        history.add(2, put(4, "v4", Outcome.DONE, 10));
        history.add(2, list(20, new Line("v3", 3), new Line("v4", 4)));
        assertThat(history.violations().keySet()).containsExactly(1, 2);
        assertThat(history.violations().get(1)).startsWith("LIST [] (DONE, 10 to 15 ns) fits nowhere");
        assertThat(history.violations().get(2)).startsWith("LIST [3, 4] (DONE, 20 to 25 ns) fits nowhere");
    }

    @Test
    void callsWithoutAnAnswer_areNotCountedAsAnswered() {
        history.add(0, put(1, "v1", Outcome.DONE, 0));
        history.add(0, put(2, "", Outcome.REFUSED, 10));
        history.add(1, put(3, "", Outcome.UNKNOWN, 20));
        assertThat(history.answered()).isEqualTo(2);
        assertThat(history.keys()).isEqualTo(3);
    }

    @Test
    void callsOfManyThreads_areAllThere() {
        IntStream.range(1, 6_001)
                .parallel()
                .forEach(number -> history.add(number % 3, put(number, "v" + number, Outcome.DONE, number)));
        assertThat(history.answered()).isEqualTo(6_000);
    }

    @Test
    void file_hasALineForEachCall_fromWhichTheCheckCanBeRepeated(@TempDir Path directory) throws IOException {
        history.add(2, put(7, "", Outcome.UNKNOWN, 100));
        history.add(0, new VersionedCall(Kind.REPLACE, 8, 7, "v8", List.of(), Outcome.DONE, 200, 300));
        history.add(0, list(400, new Line("v9", 0), new Line("v8", 8)));
        Path file = directory.resolve("versions.csv.gz");
        history.write(file, key -> "kept-" + key);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("""
                            key,kind,outcome,number,replaces,version,listed,start_ns,end_ns
                            kept-0,REPLACE,DONE,8,7,v8,,200,300
                            kept-0,LIST,DONE,0,0,,v9=0 v8=8,400,405
                            kept-2,PUT,UNKNOWN,7,0,,,100,105
                            """);
        }
    }

    @Test
    void listing_isThatOfTheMomentOfTheCall() {
        List<Line> lines = new ArrayList<>(List.of(new Line("v1", 1)));
        VersionedCall call = new VersionedCall(Kind.LIST, 0, 0, "", lines, Outcome.DONE, 0, 5);
        lines.clear();
        assertThat(call.listed()).containsExactly(new Line("v1", 1));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void writes_areThoseThatMakeAVersion(Kind kind) {
        VersionedCall call = new VersionedCall(kind, 1, 0, "", List.of(), Outcome.UNKNOWN, 0, 5);
        assertThat(call.isWrite()).isEqualTo(kind == Kind.PUT || kind == Kind.CREATE || kind == Kind.REPLACE);
        assertThat(call.isAnswered()).isFalse();
    }

    @Test
    void line_withoutANumber_isAMarker() {
        assertThat(new Line("v1", 0).isMarker()).isTrue();
        assertThat(new Line("v1", 1).isMarker()).isFalse();
    }
}
