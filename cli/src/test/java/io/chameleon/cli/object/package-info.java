@NullMarked
package io.chameleon.cli.object;

import org.jspecify.annotations.NullMarked;
