/** Manifests of the writes whose fragments a device holds: what a cluster that lost its database is rebuilt from. */
@NullMarked
package io.chameleon.server.manifest;

import org.jspecify.annotations.NullMarked;
