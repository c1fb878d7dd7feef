package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.util.HashMap;
import java.util.Map;

/**
 * The file of keys, with one line per key. Empty lines and lines that begin with # are ignored.
 *
 * <pre>
 * # KEYID:SECRET ROLE NAME
 * alice-2026:Zr5c... user alice
 * </pre>
 */
final class KeyFile {
    private KeyFile() {}

    /**
     * The entries by key id.
     *
     * @param source for messages, which show no secret
     * @throws IllegalArgumentException in one line that names the line of the file
     */
    static Map<String, KeyRing.Entry> entries(String source, String text) {
        Map<String, KeyRing.Entry> keys = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String where = source + ", line " + number;
            KeyRing.Entry entry = entry(where, line.strip().split("\\s+"));
            String id = entry.token().keyId();
            Require.that(keys.put(id, entry) == null, where, id, "a key id that occurs once");
            int most = KeyRing.MAX_KEYS;
            Require.that(keys.size() <= most, source, number + " lines", "at most " + most + " keys");
        }
        Require.that(!keys.isEmpty(), source, "no key", "at least one line KEYID:SECRET ROLE NAME");
        return keys;
    }

    private static KeyRing.Entry entry(String what, String[] words) {
        Require.that(words.length == 3, what, words.length + " words", "3: KEYID:SECRET ROLE NAME");
        Token token = Token.parse(what, words[0]);
        Role role = Role.ofLabel(what + ", role", words[1]);
        Principal.requireName(what + ", name", words[2]);
        return new KeyRing.Entry(token, new Principal(words[2], role));
    }
}
