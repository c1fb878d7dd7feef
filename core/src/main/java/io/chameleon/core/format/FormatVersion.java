package io.chameleon.core.format;

/**
 * A version of a format. Each format has an enum of them, oldest first; a constant says why the version came to be and
 * what an older reader gets of it. Numbers are stored: they are appended, and never change their meaning.
 */
public interface FormatVersion {
    /** The number that the bytes carry. */
    int number();

    /**
     * The version of that number.
     *
     * @param what the format, as the first words of the error
     * @param versions those that are read, oldest first; of several with one number the last is meant
     * @throws UnreadFormatException if it is none of them
     */
    static <V extends FormatVersion> V of(int number, String what, V[] versions) {
        for (int i = versions.length - 1; i >= 0; i--) {
            if (versions[i].number() == number) {
                return versions[i];
            }
        }
        throw new UnreadFormatException(what, number, versions[0].number(), versions[versions.length - 1].number());
    }
}
