package io.chameleon.metadata.row;

import io.chameleon.core.ServerId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The servers of an object in few bytes, as column {@code places} has them: two for each, from the SHA-256 of its name.
 * The first byte of a code has its highest bit set and the second has not, so {@code position(code in places)} finds no
 * code across two others. Names may share a code: whoever finds one reads the row.
 */
public final class Places {
    /** Seven bits of each byte are of the digest. */
    private static final int HIGHEST = 0x80;

    /** Far more names than clusters have. */
    private static final int MOST_KNOWN = 100_000;

    /** As {@link #of}, of the live servers of row m of {@code object_mapping}. */
    public static final String OF_ROW = """
            (select string_agg(set_byte(set_byte(substr(c.digest, 1, 2), 0, get_byte(c.digest, 0) | 128), 1, get_byte(c.digest, 1) & 127),
                cast('' as bytea) order by c.n)
             from (select l.n, sha256(convert_to(l.server, 'UTF8')) as digest
                   from unnest(coalesce(m.source_servers, m.destination_servers)) with ordinality as l(server, n)) c)""";

    private static final Map<ServerId, byte[]> CODES = new ConcurrentHashMap<>();

    private Places() {}

    public static byte[] of(List<ServerId> servers) {
        ByteArrayOutputStream places = new ByteArrayOutputStream(2 * servers.size());
        servers.forEach(server -> places.writeBytes(code(server)));
        return places.toByteArray();
    }

    public static byte[] code(ServerId server) {
        if (CODES.size() > MOST_KNOWN) {
            CODES.clear();
        }
        return CODES.computeIfAbsent(server, Places::digested).clone();
    }

    private static byte[] digested(ServerId server) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(server.value().getBytes(StandardCharsets.UTF_8));
            return new byte[] {(byte) (digest[0] | HIGHEST), (byte) (digest[1] & ~HIGHEST)};
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
