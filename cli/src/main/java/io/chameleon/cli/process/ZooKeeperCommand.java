package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.ZooKeeperServerKeys;
import io.chameleon.node.role.ZooKeeperRole;
import io.chameleon.node.role.ZooKeeperServerConfig;
import io.chameleon.transport.rpc.Endpoint;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon zookeeper}. */
@Command(
        name = "zookeeper",
        description = {
            "Runs a ZooKeeper of one, until it is stopped.",
            "For clusters without a ZooKeeper of their own; an ensemble of three survives the loss of a machine, this does not."
        },
        sortOptions = false)
public final class ZooKeeperCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public ZooKeeperCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), ZooKeeperServerKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        ZooKeeperServerConfig config = ZooKeeperServerKeys.zookeeper(settings);
        ZooKeeperRole role = new ZooKeeperRole(config);
        try (Service<ZooKeeperRole> service = new Service<>(role)) {
            String endpoint = Endpoint.text(config.host(), role.port());
            answers.answer(
                    () -> Map.of("endpoint", endpoint, "admin_port", role.adminPort()),
                    () -> "zookeeper ready on " + endpoint + ", admin port " + role.adminPort());
            service.awaitStop(role.failed());
        }
        return ExitCode.OK;
    }
}
