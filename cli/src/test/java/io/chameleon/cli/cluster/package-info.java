@NullMarked
package io.chameleon.cli.cluster;

import org.jspecify.annotations.NullMarked;
