package io.chameleon.lab.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user of the laboratory's commands gets for a mistake: exit code 2, nothing on stdout, one line on stderr. */
class BadInputTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench --mix g                       | chameleon bench: --mix: 'g' given, expected a to f, put, get, head, or shares",
                "bench --sizes big                   | chameleon bench: --sizes: 'big' given, expected bytes, such as",
                "bench --keys pareto                 | chameleon bench: Invalid value for option '--keys': expected one of [",
                "bench --clients 0                   | chameleon bench: --clients: '0' given, expected 1 to 4096",
                "bench --rate -5                     | chameleon bench: --rate: '-5.0' given, expected operations a second",
                "bench --duration 1ms                | chameleon bench: --duration: '1ms' given, expected 100ms or more",
                "bench --bucket B                    | chameleon bench: bucket: 'B' given",
                "bench --server-pid 2147483600       | chameleon bench: --server-pid: '2147483600' given, expected a process that runs on this machine",
                "chaos --servers 3                   | chameleon chaos: --servers: '3' given, expected 6 (one for each fragment of a stripe) to 50",
                "chaos --minutes 0                   | chameleon chaos: --minutes: '0' given, expected at least a second",
                "chaos --minutes 1e300               | chameleon chaos: --minutes: '106751991167d7h12m55s807ms' given, expected at least a second, at most 365 days",
                "chaos --data-dir /proc              | chameleon chaos: --data-dir: '/proc' given, expected a directory that is empty or missing",
                "emulate                             | chameleon emulate: --workload: '' given, expected a workload, or a recording given by --trace",
                "emulate --workload zipf             | chameleon emulate: --workload: 'zipf' given, expected one of ycsb-zipf, ",
                "emulate --workload hm-0 --scale 0   | chameleon emulate: --scale: '0.0' given, expected above 0",
                "emulate --workload hm-0 --scheme best | chameleon emulate: --scheme: 'best' given, expected rep, ec, rep-ec or a wear policy (wear policy: 'best' given, expected one of ",
                "emulate --workload hm-0 --servers 5 | chameleon emulate: servers: '5' given, expected 6 (the wider of",
                "emulate --workload hm-0 --utilisation 1 | chameleon emulate: utilisation: '1.0' given, expected a share of the logical capacity",
                "emulate --workload hm-0 --seeds 5..1 | chameleon emulate: Invalid value for option '--seeds': seeds: '5..1' given, expected FROM..TO",
                "emulate --workload hm-0 --epochs 0  | chameleon emulate: --epochs: '0' given, expected 1 to",
                "emulate --workload hm-0 --set x=1   | chameleon emulate: --set: 'x=1' given, expected policy.NAME=VALUE",
                "emulate --workload hm-0 --jobs 0    | chameleon emulate: --jobs: '0' given, expected 1 or more",
                "emulate --workload hm-0 --endurance 0 | chameleon emulate: rated erases of a device: '0' given, expected 1 or more",
                "emulate --workload hm-0 --ec REP(3) | chameleon emulate: --ec: 'REP(3)' given, expected an erasure code",
                "emulate --trace none.csv            | chameleon emulate: --trace: 'none.csv' given, expected a file that can be read",
                "emulate --trace /dev/null           | chameleon emulate: --trace: '/dev/null' given, expected a file that can be read, several times",
                "emulate --trace t --trace-format tsv | chameleon emulate: Invalid value for option '--trace-format': trace format: 'tsv' given, expected csv, ",
                "reproduce --only fig9               | chameleon reproduce: --only: 'fig9' given, expected one of targets, held-out, chameleon-1, ",
                "reproduce --scale 0                 | chameleon reproduce: --scale: '0.0' given, expected above 0",
                "reproduce --traces none             | chameleon reproduce: --traces: 'none' given, expected a directory"
            })
    void mistake_costsOneLineAndExitCode2(String arguments, String message) {
        CommandLineRun run = CommandLineRun.of(arguments.strip().split(" +"));
        assertThat(run.stderr()).startsWith(message);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
