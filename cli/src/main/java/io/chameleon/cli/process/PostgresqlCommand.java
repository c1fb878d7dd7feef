package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.PostgresKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.role.PostgresRole;
import io.chameleon.transport.rpc.Endpoint;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon postgresql}. */
@Command(
        name = "postgresql",
        description = {
            "Runs a PostgreSQL, until it is stopped.",
            "For clusters without a database of their own. It syncs what it acknowledges, and has no replica."
        },
        sortOptions = false)
public final class PostgresqlCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public PostgresqlCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), PostgresKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        PostgresConfig config = PostgresKeys.postgres(settings);
        int adminPort = PostgresKeys.adminPort(settings);
        try (Service<PostgresRole> service = Service.start(() -> new PostgresRole(config, adminPort))) {
            PostgresRole role = service.role();
            String endpoint = Endpoint.text(config.host(), config.port());
            answers.answer(
                    () -> Map.of("endpoint", endpoint, "admin_port", role.adminPort()),
                    () -> "postgresql ready on " + endpoint + ", admin port " + role.adminPort());
            service.awaitStop(role.failed());
        }
        return ExitCode.OK;
    }
}
