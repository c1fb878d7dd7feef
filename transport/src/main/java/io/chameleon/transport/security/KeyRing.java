package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that a process accepts, by id. The file has one line per key:
 *
 * <pre>
 * # KEYID:SECRET ROLE NAME
 * alice-2026:Zr5c... user alice
 * </pre>
 *
 * <p>A principal may have several keys: add the new one everywhere, hand it out, then remove the old one. Empty lines
 * and lines that begin with # are ignored.
 */
public final class KeyRing {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);
    private static final int MAX_KEYS = 100_000;

    private final Map<String, Entry> keys;

    /** A key and the principal that it proves. */
    public record Entry(Token token, Principal principal) {}

    private KeyRing(Map<String, Entry> keys) {
        this.keys = Map.copyOf(keys);
    }

    /**
     * @param source for messages, which show no secret
     * @throws IllegalArgumentException in one line that names the line of the file
     */
    public static KeyRing parse(String source, String text) {
        Map<String, Entry> keys = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Entry entry = entry(source + ", line " + number, line.strip().split("\\s+"));
            boolean isNew = keys.put(entry.token().keyId(), entry) == null;
            Require.that(isNew, source + ", line " + number, entry.token().keyId(), "a key id that occurs once");
            Require.that(keys.size() <= MAX_KEYS, source, number + " lines", "at most " + MAX_KEYS + " keys");
        }
        Require.that(!keys.isEmpty(), source, "no key", "at least one line KEYID:SECRET ROLE NAME");
        return new KeyRing(keys);
    }

    private static Entry entry(String what, String[] words) {
        Require.that(words.length == 3, what, words.length + " words", "3: KEYID:SECRET ROLE NAME");
        Token token = Token.parse(what, words[0]);
        Role role = Role.ofLabel(what + ", role", words[1]);
        Principal.requireName(what + ", name", words[2]);
        return new Entry(token, new Principal(words[2], role));
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
