package io.chameleon.it.k8s;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A client of the cluster that {@code KUBECONFIG} names. */
final class Clients {
    private Clients() {}

    static KubernetesClient open() {
        Config config = Config.autoConfigure(null);
        // The client takes every key for RSA unless told otherwise.
        if (isElliptic(config.getClientKeyData())) {
            config.setClientKeyAlgo("EC");
        }
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static boolean isElliptic(@Nullable String pemInBase64) {
        if (pemInBase64 == null) {
            return false;
        }
        String pem = new String(Base64.getDecoder().decode(pemInBase64), StandardCharsets.US_ASCII);
        byte[] key = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        try {
            KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
            return true;
        } catch (InvalidKeySpecException | NoSuchAlgorithmException e) {
            return false;
        }
    }
}
