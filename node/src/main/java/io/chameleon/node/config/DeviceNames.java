package io.chameleon.node.config;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The devices of a process from their names: {@code server.devices} and {@code server.image}. */
final class DeviceNames {
    private static final String PLACE = "{device}";
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

    private DeviceNames() {}

    /**
     * @param id of the process: of its only server, or the beginning of its servers' ids
     * @param names separated by commas; empty for one device without a name
     * @param image the file of each device, with {@code {device}} in the place of its name; empty for the server's id
     * @throws IllegalArgumentException in one line for names that cannot be told apart, and an image without a place
     *     for them
     */
    static List<Device> devices(ServerId id, String names, Medium medium, String image) {
        if (names.isBlank()) {
            Require.that(!image.contains(PLACE), "server.image", image, "no " + PLACE + " without server.devices");
            return List.of(new Device(id, file(medium, image.isEmpty() ? id + ".img" : image, image)));
        }
        Require.that(
                image.isEmpty() || image.contains(PLACE),
                "server.image",
                image,
                PLACE + " in the place of a device's name, since server.devices names several");
        return List.of(names.split(",", -1)).stream()
                .map(name -> device(id, name.strip(), medium, image))
                .toList();
    }

    private static Device device(ServerId id, String name, Medium medium, String image) {
        Require.that(
                NAME.matcher(name).matches(),
                "server.devices",
                name,
                "names of lower-case letters, digits and inner hyphens, separated by commas");
        ServerId server = new ServerId(id + "-" + name);
        return new Device(server, file(medium, image.isEmpty() ? server + ".img" : image.replace(PLACE, name), image));
    }

    /** Other media take no file: one that is given all the same is told to the user. */
    private static @Nullable Path file(Medium medium, String file, String given) {
        return medium == Medium.IMAGE || !given.isEmpty() ? Path.of(file) : null;
    }
}
