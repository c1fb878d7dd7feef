package io.chameleon.testing.clients;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that signs itself, as the PEM files that a gateway reads, and as what a client trusts. */
final class Certificates {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final KeyStore store;

    /** @param directory for the key store */
    Certificates(Path directory, String name, String hosts) throws Exception {
        Path file = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "key",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + hosts,
                        "-ext",
                        "BC=ca:true",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString()))
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
    }

    /** Replaces both files, each at once. */
    void write(Path certificate, Path key) throws Exception {
        replace(key, pem("PRIVATE KEY", store.getKey("key", PASSWORD).getEncoded()));
        replace(certificate, pem("CERTIFICATE", certificate().getEncoded()));
    }

    private static void replace(Path file, String text) throws IOException {
        Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        var unused = Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n" + LINES.encodeToString(bytes) + "\n-----END " + kind + "-----\n";
    }

    private Certificate certificate() throws GeneralSecurityException {
        return store.getCertificate("key");
    }

    /** Of a client that trusts this certificate and no other. */
    TrustManager[] trust() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("key", certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }
}
