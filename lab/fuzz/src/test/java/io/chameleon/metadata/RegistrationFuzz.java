package io.chameleon.metadata;

import java.io.IOException;

/** What anyone who reaches ZooKeeper may have written there as the registration of a flash server. */
public final class RegistrationFuzz {
    private static final RegistrationFormat FORMAT = new RegistrationFormat();

    private RegistrationFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        try {
            CuratorServers.server(FORMAT.deserialize(data));
        } catch (IOException refused) {
            if (String.valueOf(refused.getMessage()).contains("\n")) {
                throw new IllegalStateException("more than a line", refused);
            }
        }
    }
}
