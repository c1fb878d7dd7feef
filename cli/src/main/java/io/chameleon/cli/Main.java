package io.chameleon.cli;

import io.chameleon.cli.kit.Terminal;

/** The {@code chameleon} command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new Chameleon(Terminal.ofProcess()).run(args));
    }
}
