package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.GatewayKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.TransportKeys;
import io.chameleon.node.role.GatewayConfig;
import io.chameleon.node.role.GatewayRole;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.security.Security;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon s3}. */
@Command(
        name = "s3",
        description = {
            "Runs one S3 gateway, until it is stopped. It keeps nothing: any number may serve a cluster.",
            "Users have the keys of s3.users-dir ('chameleon user'), or those of s3.access-key and s3.secret-key."
        },
        sortOptions = false)
public final class GatewayCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public GatewayCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), GatewayKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        GatewayConfig config = GatewayKeys.gateway(settings);
        try (Security security = CommonKeys.openSecurityOfClient(settings);
                Service<GatewayRole> service = new Service<>(new GatewayRole(
                        config,
                        GatewayKeys.metadata(settings),
                        TransportKeys.transport(settings, security),
                        InstantSource.system()))) {
            GatewayRole role = service.role();
            String endpoint = Endpoint.text(config.host(), role.port());
            answers.answer(
                    () -> Map.of("endpoint", endpoint, "admin_port", role.adminPort()),
                    () -> "S3 ready on " + endpoint + ", admin port " + role.adminPort());
            service.awaitStop();
        }
        return ExitCode.OK;
    }
}
