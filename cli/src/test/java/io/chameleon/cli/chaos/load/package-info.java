@NullMarked
package io.chameleon.cli.chaos.load;

import org.jspecify.annotations.NullMarked;
