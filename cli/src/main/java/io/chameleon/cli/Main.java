package io.chameleon.cli;

import io.chameleon.cli.kit.Terminal;
import java.util.Locale;

/** The {@code chameleon} command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // All texts are English. Some locales have other digits, which scripts, databases and file names do not expect.
        Locale.setDefault(Locale.ENGLISH);
        System.exit(new Chameleon(Terminal.ofProcess()).run(args));
    }
}
