package io.chameleon.lab.emulator.command;

import io.chameleon.core.placement.PlacementRing;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.policy.WearPolicy;
import io.chameleon.simssd.FlashDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Distinguishes builds whose results may differ: a checksum over the classes that a run consists of. */
public final class CodeVersion {
    private static final List<Class<?>> OF_EACH_MODULE =
            List.of(EmulationSpec.class, WearPolicy.class, PlacementRing.class, FlashDevice.class);

    private CodeVersion() {}

    public static String current() {
        CRC32 sum = new CRC32();
        try {
            for (Class<?> type : OF_EACH_MODULE) {
                add(sum, source(type));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the program's own classes: " + e.getMessage(), e);
        }
        return Long.toHexString(sum.getValue());
    }

    /** The jar or the directory that a class comes from. */
    public static Path source(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("classes from a place that has no name: " + e.getMessage(), e);
        }
    }

    private static void add(CRC32 sum, Path source) throws IOException {
        if (Files.isDirectory(source)) {
            addClasses(sum, source);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(source)) {
                addClasses(sum, jar.getPath("/"));
            }
        }
    }

    private static void addClasses(CRC32 sum, Path root) throws IOException {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(file -> file.toString().endsWith(".class"))
                    .sorted((a, b) -> a.toString().compareTo(b.toString()))
                    .toList();
        }
        for (Path file : classes) {
            sum.update(Files.readAllBytes(file));
        }
    }
}
