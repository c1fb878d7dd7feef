@NullMarked
package io.chameleon.cli.kubernetes;

import org.jspecify.annotations.NullMarked;
