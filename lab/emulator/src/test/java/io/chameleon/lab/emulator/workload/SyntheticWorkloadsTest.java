package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticWorkloadsTest {
    /**
     * Digests of all records, as the Python generator writes them: {@code time_us,op,offset,size} lines, an object
     * every {@code slot} bytes.
     */
    @ParameterizedTest
    @CsvSource({
        "ycsb-zipf, 0.01, 20180101, 49152, 2269, 12000, 3a6b72b21281f813b8dc9982666fff0d27eade0210ac47630cc5c54b7cbe4621",
        "ycsb-zipf, 0.02, 7, 49152, 4538, 24000, c5ec36ef9db1f5774572e4365b13a10859f67be7b13dc251a361d19ba7916687",
        "mds-0, 0.01, 20180101, 131072, 915, 13000, 5500912dfecf51d6da4d988d55796d71ccf853334ad6e71bcc2b13baf848b10a",
        "mds-0, 0.02, 7, 131072, 1831, 26000, b221ce5fbe8f7dfefa06aca3a0523651aaac58f4fe39bc650a3da2a5ceae04d5",
        "web-1, 0.01, 20180101, 65536, 2744, 13000, b9475629fe2b604b9b678195da463f07f030e317c26ef61d61fb2b091ffd7c1a",
        "web-1, 0.02, 7, 65536, 5488, 26000, 465c228247a0aa4ce2d84cdf6a66f9099952e66f9c6e85925530eb1e69e459b2",
        "usr-0, 0.01, 20180101, 262144, 283, 22000, 26dccd27ed0f9a94b92adb134e9b72529dca83a648691999819ad3dbeebe967d",
        "usr-0, 0.02, 7, 262144, 567, 44000, e89edc664c5926cafb2a1f82a5cc06cf61e055f824b509dcc2d51f6b4015f94f",
        "hm-0, 0.01, 20180101, 131072, 562, 40000, 6fd57a8477571a8b99cf59896534f7d0b4610c8357abf3549460923794e7ed3a",
        "hm-0, 0.02, 7, 131072, 1125, 80000, 7d28c6736525b5eedec8854529e4a5e93b5c03d1236820e4529aa9eabd33034b",
    })
    void tableThreeWorkload_isThePythonGeneratorsRecordForRecord(
            String name, double scale, long seed, long slot, int objects, int requests, String digest)
            throws Exception {
        Workload workload = SyntheticWorkloads.byName(name, scale, seed);
        assertThat(workload.objects()).isEqualTo(objects);
        assertThat(workload.requests()).isEqualTo(requests);
        assertThat(digest(workload, slot)).isEqualTo(digest);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyWorkload_saysItIsSyntheticAndDependsOnlyOnItsSeed(String name) throws Exception {
        Workload workload = SyntheticWorkloads.byName(name, 0.005, 1);
        assertThat(workload.isSynthetic()).isTrue();
        assertThat(workload.name()).isEqualTo(name);
        String digest = digest(workload, 1 << 20);
        assertThat(digest(SyntheticWorkloads.byName(name, 0.005, 1), 1 << 20)).isEqualTo(digest);
        assertThat(digest(SyntheticWorkloads.byName(name, 0.005, 2), 1 << 20)).isNotEqualTo(digest);
    }

    static Stream<String> names() {
        return SyntheticWorkloads.names().stream();
    }

    @Test
    void unknownName_isAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> SyntheticWorkloads.byName("ycsb", 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("workload: 'ycsb' given, expected ycsb-zipf, mds-0, web-1, usr-0, hm-0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 21, Double.NaN, Double.POSITIVE_INFINITY})
    void scaleOutOfRange_isRefused(double scale) {
        assertThatThrownBy(() -> SyntheticWorkloads.byName("hm-0", scale, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("scale: '" + scale + "' given, expected above 0, at most 20");
    }

    @ParameterizedTest
    @MethodSource("names")
    void scaleThatLeavesNothing_isRefusedInOneLine(String name) {
        assertThatThrownBy(() -> SyntheticWorkloads.byName(name, 1e-9, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scale: '1.0E-9' given, expected one that leaves at least");
    }

    private static String digest(Workload workload, long slot) throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < workload.requests(); i++) {
            String op = workload.isWrite(i) ? "W" : workload.isDelete(i) ? "D" : "R";
            String line = workload.micros(i) + "," + op + "," + (workload.object(i) * slot + workload.from(i)) + ","
                    + workload.bytes(i) + "\n";
            sha.update(line.getBytes(StandardCharsets.US_ASCII));
        }
        return HexFormat.of().formatHex(sha.digest());
    }
}
