package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.ServerKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.role.FlashRole;
import io.chameleon.server.ServerConfig;
import io.chameleon.transport.security.Security;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon server}. */
@Command(name = "server", description = "Runs one flash server, until it is stopped.", sortOptions = false)
public final class ServerCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public ServerCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), ServerKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        ServerConfig config = ServerKeys.server(settings);
        try (Security security = CommonKeys.openSecurity(settings, config.bindHost());
                Service<FlashRole> service = new Service<>(new FlashRole(
                        config,
                        CommonKeys.transport(settings, security),
                        CommonKeys.zookeeper(settings),
                        ServerKeys.drainOnStop(settings)))) {
            FlashRole role = service.role();
            answers.output()
                    .answer(
                            () -> Map.of(
                                    "server",
                                    config.id().value(),
                                    "endpoint",
                                    role.endpoint().toString(),
                                    "admin_port",
                                    role.adminPort()),
                            () -> "server " + config.id() + " ready on " + role.endpoint() + ", admin port "
                                    + role.adminPort());
            service.awaitStop();
        }
        return ExitCode.OK;
    }
}
