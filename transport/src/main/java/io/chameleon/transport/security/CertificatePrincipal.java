package io.chameleon.transport.security;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.net.URI;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The principal of a certificate whose signature has been checked. It is the URI {@code chameleon://ROLE/NAME} among
 * the subject alternative names, of which there may be one. Without a URI it is the subject: one CN, the name, and at
 * most one OU, the role, which defaults to {@code user}.
 */
final class CertificatePrincipal {
    private static final int URI_NAME = 6;
    private static final String SCHEME = "chameleon://";

    private CertificatePrincipal() {}

    /** @throws ChameleonError UNAUTHENTICATED if it names no principal, or more than one */
    static Principal of(X509Certificate certificate) {
        try {
            List<String> uris = uris(certificate);
            return uris.isEmpty() ? ofSubject(certificate) : ofUri(uris);
        } catch (IllegalArgumentException | CertificateParsingException | InvalidNameException e) {
            throw new ChameleonError(
                    ErrorCode.UNAUTHENTICATED,
                    "certificate of '" + certificate.getSubjectX500Principal().getName() + "': " + e.getMessage(),
                    e);
        }
    }

    private static List<String> uris(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        List<String> uris = new ArrayList<>();
        if (names != null) {
            for (List<?> name : names) {
                if (Integer.valueOf(URI_NAME).equals(name.get(0))
                        && String.valueOf(name.get(1)).startsWith(SCHEME)) {
                    uris.add(String.valueOf(name.get(1)));
                }
            }
        }
        return uris;
    }

    private static Principal ofUri(List<String> uris) {
        requireOne("names " + SCHEME + "ROLE/NAME", uris.size());
        URI uri = URI.create(uris.get(0));
        String path = String.valueOf(uri.getPath());
        return new Principal(
                path.startsWith("/") ? path.substring(1) : path,
                Role.ofLabel("role in " + uris.get(0), String.valueOf(uri.getAuthority())));
    }

    private static Principal ofSubject(X509Certificate certificate) throws InvalidNameException {
        List<String> names = new ArrayList<>();
        List<String> units = new ArrayList<>();
        for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
            if (part.getType().equalsIgnoreCase("CN")) {
                names.add(String.valueOf(part.getValue()));
            } else if (part.getType().equalsIgnoreCase("OU")) {
                units.add(String.valueOf(part.getValue()));
            }
        }
        requireOne("CN of the subject", names.size());
        if (units.size() > 1) {
            requireOne("OU of the subject", units.size());
        }
        return new Principal(names.get(0), units.isEmpty() ? Role.USER : Role.ofLabel("OU", units.get(0)));
    }

    private static void requireOne(String what, int count) {
        if (count != 1) {
            throw new IllegalArgumentException(what + ": '" + count + "' given, expected 1");
        }
    }
}
