package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments of {@code chameleon bench}, which are checked before a cluster is looked for. */
class BenchArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--mix g                   | --mix: 'g' given, expected a to f, put, get, head, or shares such as",
                "--mix read=1,read=2       | --mix: 'read=1,read=2' given, expected each operation once",
                "--mix write=1             | --mix: 'write' given, expected read, update, insert, read-modify-write,",
                "--mix read=0              | --mix: '0' given, expected a weight above 0, at most 1000000",
                "--mix read=1000001        | --mix: '1000001' given, expected a weight above 0, at most 1000000",
                "--mix read=NaN            | --mix: 'nan' given, expected a weight above 0",
                "--keys hot                | --keys",
                "--sizes lots              | --sizes: 'lots' given",
                "--sizes 8KiB-4KiB         | --sizes: '8KiB-4KiB' given, expected the smaller size first",
                "--sizes 65GiB             | --sizes: '65GiB' given, expected at most 64GiB",
                "--sizes 4KiB:x            | --sizes: 'x' given, expected a weight above 0, at most 1000000",
                "--objects 0               | --objects: '0' given, expected 1 to 100000000",
                "--clients 0               | --clients: '0' given, expected 1 to 4096",
                "--clients 4097            | --clients: '4097' given, expected 1 to 4096",
                "--rate -1                 | --rate: '-1.0' given, expected operations a second, at most 10000000",
                "--rate NaN                | --rate: 'NaN' given, expected operations a second, at most 10000000",
                "--rate 2e7                | --rate: '2.0E7' given, expected operations a second, at most 10000000",
                "--duration 99ms           | --duration: '99ms' given, expected 100ms or more",
                "--duration soon           | --duration",
                "--warm-up -1s             | --warm-up",
                "--policy RAID             | --policy",
                "--read-mode stale         | --read-mode",
                "--read-as stream          | --read-as",
                "--bucket Not_A_Bucket     | Not_A_Bucket",
                "--server-pid x            | --server-pid",
            })
    void badArgument_isRefusedInOneLine(String arguments, String message) {
        CommandLineRun run = CommandLineRun.of(("bench " + arguments).split(" "));
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.stderr().lines().findFirst().orElseThrow()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void processThatIsNotThere_isNamed_beforeTheClusterIsLookedFor() {
        CommandLineRun run = CommandLineRun.of("bench", "--server-pid", Long.toString(Long.MAX_VALUE));
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.stderr())
                .contains("--server-pid: '" + Long.MAX_VALUE + "' given, expected a process that runs on this machine");
    }

    @Test
    void help_namesEveryOption_andExamplesThatRun() {
        CommandLineRun help = CommandLineRun.of("bench", "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("--mix", "--keys", "--sizes", "--objects", "--clients", "--rate", "--duration", "--warm-up")
                .contains("--policy", "--read-mode", "--read-as", "--bucket", "--no-load", "--keep", "--seed")
                .contains("--server-pid", "--report");
        assertThat(help.out().lines().map(String::strip).filter(line -> line.startsWith("chameleon bench ")))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).contains("--mix "));
    }
}
