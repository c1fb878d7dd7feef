package io.chameleon.cli.process;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.BalancerKeys;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.TransportKeys;
import io.chameleon.node.role.BalancerRole;
import io.chameleon.transport.security.Security;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon balancer}. */
@Command(
        name = "balancer",
        description = "Runs one balancer, until it is stopped; of several, one leads.",
        sortOptions = false)
public final class BalancerCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BalancerCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), BalancerKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        BalancerConfig config = BalancerKeys.balancer(settings);
        BalancerRole.Listen listen = BalancerKeys.listen(settings);
        try (Security security = CommonKeys.openSecurityOfPeer(settings, listen.bindHost());
                Service<BalancerRole> service = new Service<>(new BalancerRole(
                        config,
                        listen,
                        BalancerKeys.metadata(settings),
                        TransportKeys.transport(settings, security),
                        CommonKeys.zookeeper(settings),
                        InstantSource.system()))) {
            BalancerRole role = service.role();
            answers.answer(
                    () -> Map.of("endpoint", role.endpoint().toString(), "admin_port", role.adminPort()),
                    () -> "balancer ready on " + role.endpoint() + ", admin port " + role.adminPort());
            service.awaitStop();
        }
        return ExitCode.OK;
    }
}
