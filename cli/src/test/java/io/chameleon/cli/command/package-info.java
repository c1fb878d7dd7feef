@NullMarked
package io.chameleon.cli.command;

import org.jspecify.annotations.NullMarked;
