package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    private static Plan plan(String mix, String sizes, int objects, int clients, double rate, String duration) {
        Mix parsed = Mix.parse(mix);
        return new Plan(
                parsed,
                parsed.keys(),
                ObjectSizes.parse(sizes),
                objects,
                clients,
                rate,
                Duration.ZERO,
                Duration.parse(duration),
                PutOptions.DEFAULT,
                new Reading(ReadMode.LINEARIZABLE, Reading.As.ARRAY),
                "bench",
                true,
                false,
                1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a   | 4KiB            | 10000 | 8    | 0      | PT30S   | mix a (read 50.0 %, update 50.0 %), "
                        + "scrambled over 10000 objects of 4KiB, 8 clients, closed loop, 30 s",
                "d   | 4KiB:70,1MiB:30 | 1     | 4096 | 2500.5 | PT1.5S  | mix d (read 95.0 %, insert 5.0 %), "
                        + "latest over 1 objects of 4KiB:70,1MiB:30, 4096 clients, open loop at 2501/s, 1.5 s",
                "get | 1KiB-9KiB       | 5     | 1    | 0.25   | PT0.1S  | mix get (read 100.0 %), "
                        + "scrambled over 5 objects of 1KiB-9KiB, 1 clients, open loop at 0.25/s, 0.1 s",
            })
    void plan_isDescribedInALine(
            String mix, String sizes, int objects, int clients, double rate, String duration, String described) {
        assertThat(plan(mix, sizes, objects, clients, rate, duration).describe())
                .isEqualTo(described);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0         | 1    | 0    | PT1S     | --objects: '0' given, expected 1 to 100000000",
                "100000001 | 1    | 0    | PT1S     | --objects: '100000001' given",
                "1         | 0    | 0    | PT1S     | --clients: '0' given, expected 1 to 4096",
                "1         | 4097 | 0    | PT1S     | --clients: '4097' given",
                "1         | 1    | -0.1 | PT1S     | --rate: '-0.1' given",
                "1         | 1    | 1e8  | PT1S     | --rate: '1.0E8' given",
                "1         | 1    | 0    | PT0.099S | --duration: '99ms' given, expected 100ms or more",
            })
    void planThatCannotBe_isRefusedInOneLine(int objects, int clients, double rate, String duration, String message) {
        assertThatThrownBy(() -> plan("a", "4KiB", objects, clients, rate, duration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** YCSB's core workloads, and one operation alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a    | a (read 50.0 %, update 50.0 %)",
                "b    | b (read 95.0 %, update 5.0 %)",
                "c    | c (read 100.0 %)",
                "e    | e (insert 5.0 %, scan 95.0 %)",
                "put  | put (update 100.0 %)",
                "get  | get (read 100.0 %)",
                "head | head (head 100.0 %)",
                " F   | f (read 50.0 %, read-modify-write 50.0 %)",
            })
    void namedMix_isThatOfYcsb(String name, String described) {
        assertThat(Mix.parse(name)).hasToString(described);
    }

    @ParameterizedTest
    @CsvSource({"READ, read", "READ_MODIFY_WRITE, read-modify-write", "HEAD, head"})
    void operation_isKnownByItsLabel(Operation operation, String label) {
        assertThat(operation.label()).isEqualTo(label);
        assertThat(Operation.ofLabel(label)).isEqualTo(operation);
    }
}
