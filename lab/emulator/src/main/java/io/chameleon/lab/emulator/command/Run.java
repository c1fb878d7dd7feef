package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.policy.PolicyConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * One run, in full: apart from the code, nothing else determines its result.
 *
 * @param settings parameters that were set by name; {@code config} holds them
 */
public record Run(
        WorkloadSource workload,
        Scheme scheme,
        Map<String, String> settings,
        PolicyConfig config,
        ClusterSpec cluster,
        Epochs epochs,
        int candidates,
        int ranges,
        long seed) {

    EmulationSpec spec(Workload loaded) {
        return new EmulationSpec(
                scheme.policy(),
                config,
                scheme.initial(),
                cluster,
                epochs.of(loaded),
                epochs.loopsOf(loaded),
                candidates,
                ranges,
                seed);
    }

    /** Names its stored result: SHA-256, hexadecimal, of everything that determines the result and of {@code code}. */
    String digest(String code) {
        String all = String.join(
                "\n",
                code,
                workload.identity(),
                scheme.policy(),
                scheme.initial().name(),
                config.toString(),
                cluster.toString(),
                epochs.toString(),
                Integer.toString(candidates),
                Integer.toString(ranges),
                Long.toString(seed));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
