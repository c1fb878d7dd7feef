package io.chameleon.client.error;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;

/**
 * A fragment that could not be read or is not what was written.
 *
 * @param server that should hold it
 * @param reason one line
 */
public record FragmentFault(int segment, int index, ServerId server, ErrorCode code, String reason) {}
