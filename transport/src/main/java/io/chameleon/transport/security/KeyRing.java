package io.chameleon.transport.security;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that a process accepts, by id. A principal may have several: add the new one everywhere, hand it out, then
 * remove the old one.
 */
public final class KeyRing {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);
    static final int MAX_KEYS = 100_000;

    private final Map<String, Entry> keys;

    /** A key and the principal that it proves. */
    public record Entry(Token token, Principal principal) {}

    private KeyRing(Map<String, Entry> keys) {
        this.keys = Map.copyOf(keys);
    }

    /** As {@link KeyFile#entries} reads them. */
    public static KeyRing parse(String source, String text) {
        return new KeyRing(KeyFile.entries(source, text));
    }

    /** With these added. An entry whose id exists already is skipped: no key can displace another. */
    KeyRing with(List<Entry> more) {
        Map<String, Entry> all = new HashMap<>(keys);
        for (Entry entry : more) {
            String id = entry.token().keyId();
            if (all.size() >= MAX_KEYS && !all.containsKey(id)) {
                LOG.warn("key {} of {} passed over: there are {} keys", id, entry.principal(), MAX_KEYS);
            } else if (all.putIfAbsent(id, entry) != null) {
                LOG.warn("key {} of {} passed over: this key id is taken", id, entry.principal());
            }
        }
        return new KeyRing(all);
    }

    public @Nullable Entry find(String keyId) {
        return keys.get(keyId);
    }

    /** Whether the key is still accepted, for the same principal. */
    public boolean holds(Entry entry) {
        Entry current = keys.get(entry.token().keyId());
        return current != null
                && current.principal().equals(entry.principal())
                && current.token().isSameAs(entry.token());
    }

    @Override
    public String toString() {
        return keys.size() + " keys";
    }
}
