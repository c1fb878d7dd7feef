/**
 * Flash servers and a metadata service in memory, which fail on demand, for tests of those who call them.
 *
 * <p>In: requests, by {@link io.chameleon.transport.rpc.RpcHandler}; bind them to a loopback network. Out: answers as
 * of the real ones, unless the test has told them something else.
 *
 * <p>Start at {@link FakeFlashServer} and {@link FakeMetadata}. What a server holds is in {@link Shelf}, what a test
 * has told it in {@link Orders} and {@link Interludes}. The answers are in {@link FlashAnswers} and
 * {@link MetadataAnswers}.
 */
@NullMarked
package io.chameleon.testkit.fake;

import org.jspecify.annotations.NullMarked;
