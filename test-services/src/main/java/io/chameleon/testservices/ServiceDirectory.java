package io.chameleon.testservices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a service that runs as a library has its data. */
final class ServiceDirectory {
    private ServiceDirectory() {}

    /** A new one, which the service deletes: beside those of tests, where {@code Scratch} of core has chosen that. */
    static Path make(String service) {
        Path parent = Path.of(System.getProperty("chameleon.test.scratch", System.getProperty("java.io.tmpdir")));
        try {
            return Files.createTempDirectory(parent, service + "-");
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for " + service, e);
        }
    }
}
