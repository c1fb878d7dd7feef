@NullMarked
package io.chameleon.cli.role;

import org.jspecify.annotations.NullMarked;
