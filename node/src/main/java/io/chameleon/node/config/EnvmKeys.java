package io.chameleon.node.config;

import io.chameleon.simssd.envm.EnvmConfig;
import io.chameleon.simssd.envm.EnvmPolicy;
import java.util.List;

/** The settings of the persistent cache in front of a flash server's device. */
final class EnvmKeys {
    private static final EnvmConfig STANDARD = EnvmConfig.NONE;

    static final Key<Long> BYTES = Key.bytes(
            "server.envm.bytes",
            STANDARD.envmBytes(),
            "capacity of the persistent cache in front of the device; 0 for none");
    static final Key<EnvmPolicy> POLICY = Key.choice(
            "server.envm.policy", EnvmPolicy.class, STANDARD.policy(), "how DRAM and persistent cache share the work");
    static final Key<Long> DRAM_BYTES = Key.bytes(
            "server.envm.dram-bytes",
            STANDARD.dramBytes(),
            "DRAM cache above the persistent cache; used only with one");
    static final Key<Double> DRIVE_WRITES = Key.decimal(
            "server.envm.drive-writes-per-day",
            STANDARD.driveWritesPerDay(),
            "writes of the whole device a day that its rating allows, for policy nlcwip; 0 for no limit");

    static final List<Key<?>> LIST = List.of(BYTES, POLICY, DRAM_BYTES, DRIVE_WRITES);

    private EnvmKeys() {}

    static EnvmConfig envm(Settings settings) {
        return new EnvmConfig(
                settings.get(POLICY),
                settings.get(BYTES),
                settings.get(DRAM_BYTES),
                settings.get(DRIVE_WRITES),
                STANDARD.timing());
    }
}
