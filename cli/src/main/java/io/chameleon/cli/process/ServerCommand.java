package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.ServerKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.TransportKeys;
import io.chameleon.node.role.FlashRole;
import io.chameleon.server.ServerConfig;
import io.chameleon.transport.security.Security;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon server}. */
@Command(
        name = "server",
        description = "Runs a flash server, or one for each of several devices, until it is stopped.",
        sortOptions = false)
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
                        TransportKeys.transport(settings, security),
                        CommonKeys.zookeeper(settings),
                        ServerKeys.drainOnStop(settings)))) {
            FlashRole role = service.role();
            answers.answer(() -> json(role), () -> text(role));
            service.awaitStop();
        }
        return ExitCode.OK;
    }

    private static Map<String, Object> json(FlashRole role) {
        List<String> servers = names(role);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", servers.get(0));
        json.put("servers", servers);
        json.put("endpoint", role.endpoint().toString());
        json.put("admin_port", role.adminPort());
        return json;
    }

    private static String text(FlashRole role) {
        List<String> servers = names(role);
        return (servers.size() == 1 ? "server " : "servers ") + String.join(", ", servers) + " ready on "
                + role.endpoint() + ", admin port " + role.adminPort();
    }

    private static List<String> names(FlashRole role) {
        return role.infos().stream().map(info -> info.id().value()).toList();
    }
}
