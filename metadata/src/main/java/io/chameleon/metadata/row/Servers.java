package io.chameleon.metadata.row;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Servers and placements as columns: the scheme's text and an array of names. */
public final class Servers {
    private Servers() {}

    static String[] names(List<ServerId> servers) {
        return servers.stream().map(ServerId::value).toArray(String[]::new);
    }

    static List<ServerId> ids(String[] names) {
        return Arrays.stream(names).map(ServerId::new).toList();
    }

    static @Nullable Placement placement(@Nullable String scheme, String @Nullable [] servers) {
        return scheme == null || servers == null ? null : new Placement(RedundancyScheme.parse(scheme), ids(servers));
    }
}
