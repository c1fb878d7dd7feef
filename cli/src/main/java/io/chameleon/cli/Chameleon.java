package io.chameleon.cli;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.ErrorLines;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.object.BucketCommand;
import io.chameleon.cli.object.BucketCreateCommand;
import io.chameleon.cli.object.BucketLsCommand;
import io.chameleon.cli.object.BucketMoveCommand;
import io.chameleon.cli.object.BucketRmCommand;
import io.chameleon.cli.object.CpCommand;
import io.chameleon.cli.object.GetCommand;
import io.chameleon.cli.object.GrantCommand;
import io.chameleon.cli.object.GrantsCommand;
import io.chameleon.cli.object.LsCommand;
import io.chameleon.cli.object.PutCommand;
import io.chameleon.cli.object.QuotaCommand;
import io.chameleon.cli.object.RevokeCommand;
import io.chameleon.cli.object.RmCommand;
import io.chameleon.cli.object.StatCommand;
import io.chameleon.cli.object.StateCommand;
import io.chameleon.cli.operate.BalanceCommand;
import io.chameleon.cli.operate.DrainCommand;
import io.chameleon.cli.operate.ForgetCommand;
import io.chameleon.cli.operate.RebuildCommand;
import io.chameleon.cli.operate.ReconcileCommand;
import io.chameleon.cli.operate.RepairCommand;
import io.chameleon.cli.operate.RepairStatusCommand;
import io.chameleon.cli.operate.ScrubCommand;
import io.chameleon.cli.operate.ScrubStatusCommand;
import io.chameleon.cli.operate.SoakCommand;
import io.chameleon.cli.operate.VerifyCommand;
import io.chameleon.cli.operate.WearCommand;
import io.chameleon.cli.process.BalancerCommand;
import io.chameleon.cli.process.DevCommand;
import io.chameleon.cli.process.GatewayCommand;
import io.chameleon.cli.process.KubernetesCommand;
import io.chameleon.cli.process.KubernetesDatabaseCommand;
import io.chameleon.cli.process.KubernetesZoneCommand;
import io.chameleon.cli.process.MetadataCommand;
import io.chameleon.cli.process.PostgresqlCommand;
import io.chameleon.cli.process.RoleOptions;
import io.chameleon.cli.process.ServerCommand;
import io.chameleon.cli.process.ZooKeeperCommand;
import io.chameleon.cli.user.UserAddCommand;
import io.chameleon.cli.user.UserCommand;
import io.chameleon.cli.user.UserLsCommand;
import io.chameleon.cli.user.UserRmCommand;
import io.chameleon.cli.user.UserRotateCommand;
import io.chameleon.node.logging.Logging;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: every command by name. Only the requested command is built, since the others would cost time. */
public final class Chameleon {
    /** Commands that run until they are stopped. */
    private static final Set<String> ROLES =
            Set.of("dev", "server", "metadata", "balancer", "s3", "zookeeper", "postgresql");

    private static final String DEBUG = "--debug";

    private final Terminal terminal;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();

    public Chameleon(Terminal terminal) {
        this.terminal = terminal;
        this.out = new PrintWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8), true);
        this.err = new PrintWriter(new OutputStreamWriter(terminal.err(), StandardCharsets.UTF_8), true);
        command("dev", () -> new DevCommand(terminal));
        command("put", () -> new PutCommand(terminal));
        command("get", () -> new GetCommand(terminal));
        command("ls", () -> new LsCommand(terminal));
        command("stat", () -> new StatCommand(terminal));
        command("cp", () -> new CpCommand(terminal));
        command("rm", () -> new RmCommand(terminal));
        commands.put(
                "bucket",
                () -> new CommandLine(new BucketCommand(terminal))
                        .addSubcommand(new CommandLine(new BucketCreateCommand(terminal)))
                        .addSubcommand(new CommandLine(new BucketRmCommand(terminal)))
                        .addSubcommand(new CommandLine(new BucketLsCommand(terminal)))
                        .addSubcommand(new CommandLine(new GrantCommand(terminal)))
                        .addSubcommand(new CommandLine(new RevokeCommand(terminal)))
                        .addSubcommand(new CommandLine(new GrantsCommand(terminal)))
                        .addSubcommand(new CommandLine(new QuotaCommand(terminal)))
                        .addSubcommand(new CommandLine(new BucketMoveCommand(terminal))));
        commands.put(
                "user",
                () -> new CommandLine(new UserCommand())
                        .addSubcommand(new CommandLine(new UserAddCommand(terminal)))
                        .addSubcommand(new CommandLine(new UserLsCommand(terminal)))
                        .addSubcommand(new CommandLine(new UserRmCommand(terminal)))
                        .addSubcommand(new CommandLine(new UserRotateCommand(terminal))));
        command("state", () -> new StateCommand(terminal));
        command("wear", () -> new WearCommand(terminal));
        command("balance", () -> new BalanceCommand(terminal));
        command("drain", () -> new DrainCommand(terminal));
        command("forget", () -> new ForgetCommand(terminal));
        command("reconcile", () -> new ReconcileCommand(terminal));
        commands.put("rebuild", () -> {
            RebuildCommand command = new RebuildCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put(
                "repair", () -> new CommandLine(new RepairCommand()).addSubcommand(new RepairStatusCommand(terminal)));
        commands.put(
                "scrub", () -> new CommandLine(new ScrubCommand()).addSubcommand(new ScrubStatusCommand(terminal)));
        command("verify", () -> new VerifyCommand(terminal));
        command("soak", () -> new SoakCommand(terminal));
        commands.put("server", () -> {
            ServerCommand command = new ServerCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("metadata", () -> {
            MetadataCommand command = new MetadataCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("balancer", () -> {
            BalancerCommand command = new BalancerCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("s3", () -> {
            GatewayCommand command = new GatewayCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("zookeeper", () -> {
            ZooKeeperCommand command = new ZooKeeperCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("postgresql", () -> {
            PostgresqlCommand command = new PostgresqlCommand(terminal);
            return withFlags(command, command.options());
        });
        commands.put("kubernetes", () -> {
            KubernetesDatabaseCommand database = new KubernetesDatabaseCommand(terminal);
            return new CommandLine(new KubernetesCommand())
                    .addSubcommand(new KubernetesZoneCommand(terminal))
                    .addSubcommand(withFlags(database, database.options()));
        });
        Map<String, Supplier<CommandLine>> others = new TreeMap<>();
        ServiceLoader.load(CommandProvider.class).forEach(provider -> others.putAll(provider.commands(terminal)));
        commands.putAll(others);
        command("completion", () -> new CompletionCommand(this::everything));
        command("version", VersionCommand::new);
    }

    private void command(String name, Supplier<Object> command) {
        commands.put(name, () -> new CommandLine(command.get()));
    }

    private static CommandLine withFlags(Object command, RoleOptions options) {
        CommandLine line = new CommandLine(command);
        options.addFlags(line.getCommandSpec());
        return line;
    }

    /** Runs one command. Returns its {@link ExitCode}. */
    public int run(String... args) {
        String name = args.length == 0 ? "" : args[0];
        try {
            Arguments.requireRead(List.of(args), System.getProperty("sun.jnu.encoding", ""));
            Logging.check(terminal.environment());
        } catch (IllegalArgumentException e) {
            err.println("chameleon: " + e.getMessage());
            return ExitCode.USAGE;
        }
        Logging.mode(ROLES.contains(name) ? Logging.Mode.ROLE : Logging.Mode.COMMAND);
        CommandLine line = commands.containsKey(name) ? root(Set.of(name)) : everything();
        ErrorLines errors = new ErrorLines(Arrays.asList(args).contains(DEBUG));
        line.setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(errors)
                .setParameterExceptionHandler(errors);
        int exitCode = errors.run(line, args);
        return exitCode == ExitCode.OK && !ROLES.contains(name) ? answered(name) : exitCode;
    }

    /** A writer keeps its failures to itself. What a role says when it is ready, nobody need read. */
    private int answered(String command) {
        if (!out.checkError()) {
            return ExitCode.OK;
        }
        err.println(("chameleon " + command).strip() + ": stdout takes no more: its disk is full, or its reader gone");
        return ExitCode.FAILURE;
    }

    private CommandLine everything() {
        return root(commands.keySet());
    }

    private CommandLine root(Set<String> names) {
        CommandLine root = new CommandLine(new Root());
        commands.forEach((name, command) -> {
            if (names.contains(name)) {
                CommandLine line = command.get();
                if (!line.getCommandSpec().mixinStandardHelpOptions()) {
                    line.getCommandSpec().mixinStandardHelpOptions(true);
                }
                complete(line);
                root.addSubcommand(name, line);
            }
        });
        return root.addSubcommand("help", new HelpCommand());
    }

    /** What every command has, subcommands included. */
    private static void complete(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (spec.findOption("--help") == null) { // picocli mixes nothing in where a command has a --version of its own
            spec.addOption(OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .description("Show this help message and exit.")
                    .build());
        }
        spec.addOption(OptionSpec.builder(DEBUG)
                        .type(boolean.class)
                        .description("Show the stack trace of an error.")
                        .build())
                .versionProvider(new VersionCommand.Provider());
        line.getSubcommands().values().forEach(Chameleon::complete);
    }

    @Command(
            name = "chameleon",
            description = "An object store for flash that balances the wear of its servers while it serves.",
            footer = {"", "Start with 'chameleon dev'. 'chameleon help COMMAND' tells more."},
            synopsisSubcommandLabel = "COMMAND",
            mixinStandardHelpOptions = true,
            versionProvider = VersionCommand.Provider.class)
    @SuppressWarnings("NullAway.Init")
    private static final class Root implements Runnable {
        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(spec.commandLine(), "no command given");
        }
    }
}
