@NullMarked
package io.chameleon.cli.bench;

import org.jspecify.annotations.NullMarked;
