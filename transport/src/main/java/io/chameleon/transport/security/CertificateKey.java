package io.chameleon.transport.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a key is that of a certificate. TLS itself takes any two files, and then every handshake fails: while files
 * are replaced one after the other, too.
 */
public final class CertificateKey {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private CertificateKey() {}

    /**
     * @param certificate PEM; its first is the key's
     * @param key PEM of PKCS#8
     * @return false if they do not fit; true also for what this JDK cannot compare
     */
    public static boolean fits(Path certificate, Path key) {
        Matcher pem;
        Certificate own;
        try (InputStream in = Files.newInputStream(certificate)) {
            var chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .iterator();
            if (!chain.hasNext()) {
                return false; // emptied since it was read
            }
            own = chain.next();
            pem = PKCS8.matcher(Files.readString(key, StandardCharsets.ISO_8859_1));
        } catch (IOException | GeneralSecurityException e) {
            return false; // replaced since it was read
        }
        if (!pem.find()) {
            return true;
        }
        PublicKey shown = own.getPublicKey();
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            return fits(
                    shown,
                    KeyFactory.getInstance(shown.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
        } catch (NoSuchAlgorithmException e) {
            return true;
        } catch (GeneralSecurityException e) {
            return false; // a key of another algorithm, or on another curve
        }
    }

    static boolean fits(PublicKey shown, PrivateKey key) throws GeneralSecurityException {
        if (shown instanceof RSAKey rsa && key instanceof RSAKey own) {
            return rsa.getModulus().equals(own.getModulus());
        }
        String algorithm = shown.getAlgorithm().equals("EC") ? "SHA256withECDSA" : shown.getAlgorithm();
        byte[] text = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(text);
        return signature.verify(signed);
    }
}
