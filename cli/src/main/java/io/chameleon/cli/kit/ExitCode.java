package io.chameleon.cli.kit;

/** What a script may rely on. */
public final class ExitCode {
    /** Done. */
    public static final int OK = 0;
    /** It failed, or something is lost or damaged. */
    public static final int FAILURE = 1;
    /** The command line or the configuration makes no sense. */
    public static final int USAGE = 2;

    private ExitCode() {}
}
