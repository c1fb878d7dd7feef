package io.chameleon.s3.auth;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign for one day and region, four hashes away from the secret. They are kept for the next request, but
 * only after a signature proved that the caller has the secret: so strangers cannot fill this. A rotated secret has
 * other keys at once, because it is part of the name.
 */
final class DayKeys {
    static final int MAX_KEPT = 4096;

    private static final String PREFIX = "AWS4";

    private final ConcurrentHashMap<Name, byte[]> kept = new ConcurrentHashMap<>();

    byte[] of(String secret, Scope scope) {
        byte @Nullable [] key = kept.get(new Name(secret, scope.date(), scope.region()));
        return key == null ? derive(secret, scope) : key;
    }

    void keep(String secret, Scope scope, byte[] key) {
        Name name = new Name(secret, scope.date(), scope.region());
        if (!kept.containsKey(name)) {
            if (kept.size() >= MAX_KEPT) {
                kept.clear(); // rare, and cheap to fill again
            }
            kept.put(name, key);
        }
    }

    int size() {
        return kept.size();
    }

    static byte[] derive(String secret, Scope scope) {
        byte[] key = (PREFIX + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {scope.date(), scope.region(), Scope.SERVICE, Scope.TERMINATOR}) {
            key = Hashes.hmac(Hashes.HMAC_SHA256, key, part);
        }
        return key;
    }

    private record Name(String secret, String date, String region) {
        @Override
        public String toString() {
            return date + "/" + region;
        }
    }
}
