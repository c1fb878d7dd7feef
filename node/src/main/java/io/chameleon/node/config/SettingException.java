package io.chameleon.node.config;

/** A setting that makes no sense; the message is one line that begins with its key and ends with where it is set. */
final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    SettingException(String message, String source, IllegalArgumentException cause) {
        super(message + " (" + source + ")", cause);
    }
}
