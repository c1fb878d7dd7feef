/** Manifests of the writes whose fragments a device holds. A cluster that lost its database is rebuilt from them. */
@NullMarked
package io.chameleon.server.manifest;

import org.jspecify.annotations.NullMarked;
