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
    /** Of a code. */
    public static final int BYTES = 2;

    /** Seven bits of each byte are of the digest. */
    private static final int HIGHEST = 0x80;

    /** Far more names than clusters have. */
    private static final int MOST_KNOWN = 100_000;

    /** As {@link #code}, of an SQL expression. */
    public static final String OF_NAME = """
            (select set_byte(set_byte(substr(c.digest, 1, 2), 0, get_byte(c.digest, 0) | 128), 1,
                get_byte(c.digest, 1) & 127)
             from (select sha256(convert_to(%s, 'UTF8')) as digest) c)""";

    /** As {@link #of}, of the live servers of row m of {@code object_mapping}, which has their names. */
    public static final String OF_ROW = """
            (select string_agg(%s, cast('' as bytea) order by l.n)
             from unnest(coalesce(m.source_servers, m.destination_servers)) with ordinality as l(server, n))
            """.formatted(OF_NAME.formatted("l.server"));

    private static final Map<ServerId, byte[]> CODES = new ConcurrentHashMap<>();

    private Places() {}

    public static byte[] of(List<ServerId> servers) {
        ByteArrayOutputStream places = new ByteArrayOutputStream(BYTES * servers.size());
        servers.forEach(server -> places.writeBytes(code(server)));
        return places.toByteArray();
    }

    public static byte[] code(ServerId server) {
        if (CODES.size() > MOST_KNOWN) {
            CODES.clear();
        }
        return CODES.computeIfAbsent(server, Places::digested).clone();
    }

    /** The code that begins at a byte, as a key of maps. */
    public static short number(byte[] places, int at) {
        return (short) (places[at] << Byte.SIZE | places[at + 1]);
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
