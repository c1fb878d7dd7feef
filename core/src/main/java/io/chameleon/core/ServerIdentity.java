package io.chameleon.core;

import java.util.regex.Pattern;

/**
 * Which cluster a flash server belongs to, and which device it holds. Both are UUIDs in their usual text form, or "" if
 * unknown: a device joins a cluster when its server first registers, and older servers report neither.
 *
 * @param cluster created with the cluster's database, stamped into each flash image
 * @param device created with the flash image; a different one means that the server's old data is gone
 */
public record ServerIdentity(String cluster, String device) {
    /** Neither is known. */
    public static final ServerIdentity UNKNOWN = new ServerIdentity("", "");

    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    public ServerIdentity {
        require(cluster, "cluster id");
        require(device, "device id");
    }

    /** Throws {@link IllegalArgumentException} unless {@code id} is a UUID in lower case, or "". */
    public static void require(String id, String what) {
        Require.that(id.isEmpty() || UUID.matcher(id).matches(), what, id, "a UUID in lower case, or nothing");
    }
}
