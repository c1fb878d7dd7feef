package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.MetadataKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.TransportKeys;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.security.Security;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon metadata}. */
@Command(name = "metadata", description = "Runs one metadata process, until it is stopped.", sortOptions = false)
public final class MetadataCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public MetadataCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), MetadataKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        MetadataConfig config = MetadataKeys.metadata(settings);
        try (Security security = CommonKeys.openSecurity(settings, config.host());
                Service<MetadataRole> service = new Service<>(new MetadataRole(
                        config,
                        MetadataKeys.adminPort(settings),
                        TransportKeys.transport(settings, security),
                        CommonKeys.zookeeper(settings),
                        InstantSource.system()))) {
            MetadataRole role = service.role();
            String endpoint = Endpoint.text(config.host(), role.port());
            answers.answer(
                    () -> Map.of("endpoint", endpoint, "admin_port", role.adminPort()),
                    () -> "metadata ready on " + endpoint + ", admin port " + role.adminPort());
            service.awaitStop();
        }
        return ExitCode.OK;
    }
}
