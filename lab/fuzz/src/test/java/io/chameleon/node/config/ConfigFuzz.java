package io.chameleon.node.config;

import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.transport.security.Security;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Configuration. The first byte says whether the rest is a file, or lines of variables and values of the environment.
 */
public final class ConfigFuzz {
    private static final Path FILE = temporaryFile();
    private static final List<Function<Settings, ?>> ROLES = List.of(
            ServerKeys::server,
            MetadataKeys::metadata,
            BalancerKeys::balancer,
            BalancerKeys::metadata,
            BalancerKeys::listen,
            CommonKeys::zookeeper,
            CommonKeys::security,
            settings -> TransportKeys.transport(settings, Security.none()));

    private ConfigFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        byte[] text = Arrays.copyOfRange(data, 1, data.length);
        SettingsReader reader = new SettingsReader();
        boolean accepted;
        if (data[0] % 2 == 0) {
            Files.write(FILE, text);
            accepted = accepts(() -> reader.file(FILE));
        } else {
            accepted = accepts(() -> reader.environment(environment(text)));
        }
        if (accepted) {
            Settings settings = reader.settings();
            AllKeys.LIST.forEach(key -> accepts(() -> settings.get(key)));
            ROLES.forEach(role -> accepts(() -> role.apply(settings)));
            settings.shown(AllKeys.LIST);
        }
    }

    private static Map<String, String> environment(byte[] text) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String line : new String(text, StandardCharsets.UTF_8).split("\u0000")) {
            int equals = line.indexOf('=');
            environment.put(line.substring(0, Math.max(0, equals)), line.substring(equals + 1));
        }
        return environment;
    }

    /** A refusal is fine, in one line. */
    private static boolean accepts(Supplier<?> reading) {
        try {
            Object unused = reading.get();
            return true;
        } catch (IllegalArgumentException refused) {
            Refusal.requireOneLine(refused);
            return false;
        }
    }

    private static Path temporaryFile() {
        try {
            Path file = Files.createTempFile("fuzz", ".yaml");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
