package io.chameleon.lab.emulator.trace;

import org.jspecify.annotations.Nullable;

/**
 * Harvard's NFS traces in nfsdump's format: eight fields, then names and values, all numbers but the time hexadecimal.
 * The requests are the read and write calls of NFS 2 and 3; replies and other calls are not requests. Each file handle
 * is a volume of its own.
 */
final class NfsFormat implements LineFormat {
    private static final int PROTOCOL = 4;
    private static final int CALL = 7;

    @Override
    public String columns() {
        return "time source destination transport C3 xid function read|write fh .. off .. count ..";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        String[] words = line.words();
        return words.length > CALL && isDirection(words[PROTOCOL]);
    }

    private static boolean isDirection(String word) {
        return word.length() == 2
                && (word.charAt(0) == 'C' || word.charAt(0) == 'R')
                && (word.charAt(1) == '2' || word.charAt(1) == '3');
    }

    @Override
    public @Nullable TraceRequest parse(TraceLine line) {
        String[] words = line.words();
        line.require(looksLike(line), "fields " + columns());
        boolean isWrite = words[CALL].equals("write");
        if (words[PROTOCOL].charAt(0) == 'R' || !isWrite && !words[CALL].equals("read")) {
            return null;
        }
        String handle = value(line, "fh", "fh");
        // NFS 2 has longer names for the offset, and gives no count of a write beside its total
        long offset = line.hex(value(line, "off", "offset"), "off");
        long size = line.hex(value(line, "count", "tcount"), "count");
        long time = line.seconds(words[0], "time");
        line.require(offset < Room.FILE.bytes(), "an offset below " + Room.FILE.bytes());
        return line.request(
                line.sinceFirst(time), isWrite, line.address(Room.FILE, line.volume(handle), offset, "files"), size);
    }

    /** The value after a name, or after the other name for it. */
    private static String value(TraceLine line, String name, String otherName) {
        String[] words = line.words();
        for (int i = CALL + 1; i + 1 < words.length; i += 2) {
            if (words[i].equals(name) || words[i].equals(otherName)) {
                return words[i + 1];
            }
        }
        throw line.bad("fields " + name);
    }
}
