package io.chameleon.client;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.wear.WearReport;
import java.util.Optional;

/**
 * A server and the wear of its device.
 *
 * @param report empty if the server did not answer
 * @param problem why it did not; "" if it did
 */
public record ServerWear(ServerInfo server, Optional<WearReport> report, String problem) {}
