package io.chameleon.lab.emulator.trace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a trace, if it is a comment that describes it: {@code # SYNTHETIC name slot=49152 objects=226910}.
 *
 * @param synthetic whether a model made the requests
 * @param slotBytes each slot of this many bytes holds an object, and its requests are for all of it; 0 if there are no
 *     slots
 */
public record TraceHeader(boolean synthetic, long slotBytes) {
    static final TraceHeader NONE = new TraceHeader(false, 0);

    private static final String SYNTHETIC = "# SYNTHETIC";
    private static final Pattern SLOT = Pattern.compile("\\bslot=(\\d{1,18})\\b");

    static TraceHeader of(String firstLine) {
        if (!firstLine.startsWith(SYNTHETIC)) {
            return NONE;
        }
        Matcher slot = SLOT.matcher(firstLine);
        return new TraceHeader(true, slot.find() ? Long.parseLong(slot.group(1)) : 0);
    }
}
