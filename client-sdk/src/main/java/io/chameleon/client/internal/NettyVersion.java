package io.chameleon.client.internal;

import io.netty.util.Version;
import java.util.List;
import java.util.regex.Pattern;

/** Says in one line that the application's class path has an older Netty, as a framework's list of versions pins it. */
public final class NettyVersion {
    private static final List<String> NEEDED =
            List.of("netty-common", "netty-buffer", "netty-transport", "netty-handler");

    private static final Pattern OLDER = Pattern.compile("(?:[0-3]|4\\.[01])\\..*");

    private NettyVersion() {}

    /**
     * Throws an {@link IllegalStateException} if an artifact is older than 4.2. One that does not tell its version, as
     * in an application of a single jar, is taken for what it should be.
     */
    public static void require(ClassLoader classes) {
        for (Version version : Version.identify(classes).values()) {
            if (NEEDED.contains(version.artifactId())
                    && OLDER.matcher(version.artifactVersion()).matches()) {
                throw new IllegalStateException(version.artifactId() + ": '" + version.artifactVersion()
                        + "' is on the class path, expected Netty 4.2 or later: set its version in the build");
            }
        }
    }
}
