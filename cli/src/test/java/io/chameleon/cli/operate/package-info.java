@NullMarked
package io.chameleon.cli.operate;

import org.jspecify.annotations.NullMarked;
