package io.chameleon.cli.kit;

import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Commands that another module adds to the command line. {@link java.util.ServiceLoader} finds providers, so a class
 * path without the module has a command line without its commands: the production image has none of the laboratory's.
 */
public interface CommandProvider {
    /** Commands by name. Only the requested one is built, since each costs time. */
    Map<String, Supplier<CommandLine>> commands(Terminal terminal);
}
