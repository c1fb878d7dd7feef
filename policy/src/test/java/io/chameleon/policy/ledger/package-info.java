/** Tests of the forecast. Start at {@link io.chameleon.policy.ledger.WearLedgerTest}. */
@NullMarked
package io.chameleon.policy.ledger;

import org.jspecify.annotations.NullMarked;
