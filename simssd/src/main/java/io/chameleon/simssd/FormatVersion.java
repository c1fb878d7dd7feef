package io.chameleon.simssd;

/**
 * A version of a format. Each format has an enum of them, oldest first; a constant says why the version came to be and
 * what an older reader gets of it. Numbers are stored: they are appended, and never change their meaning.
 * docs/reference/formats.md lists them.
 */
public interface FormatVersion {
    /** The number that the bytes carry. */
    int number();

    /**
     * The version of that number.
     *
     * @param what the format, as the first words of the error
     * @param versions those that are read, oldest first
     * @throws ImageFormatException if it is none of them
     */
    static <V extends FormatVersion> V of(int number, String what, V[] versions) {
        for (V version : versions) {
            if (version.number() == number) {
                return version;
            }
        }
        int lowest = versions[0].number();
        int highest = versions[versions.length - 1].number();
        throw new ImageFormatException(what + " " + number + " is " + (number > highest ? "newer" : "older")
                + " than this program, which reads " + (lowest == highest ? "" : lowest + " to ") + highest);
    }
}
