package io.chameleon.lab.simulation;

import io.chameleon.balancer.garbage.Brake;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.lab.simulation.role.ForwardingTables;
import io.chameleon.lab.simulation.role.Tables;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.wire.Empty;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Bugs to plant, each in the wiring: the product stays as it is. */
final class Mutations {
    private Mutations() {}

    /** The old version's fragments go when a commit arrives, not when it has been carried out. */
    static final Wiring REAPER_DELETES_BEFORE_COMMIT = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new Around(tables) {
                @Override
                public List<CommitResult> commit(List<Commit> commits) {
                    for (Commit commit : commits) {
                        var row = lookup(commit.id()).mapping();
                        if (row != null && !row.writeId().equals(commit.writeId())) {
                            erase.accept(row.writeId());
                        }
                    }
                    return super.commit(commits);
                }
            };
        }
    };

    /** Any fence that a leader shows is taken for the current one. */
    static final Wiring COMMIT_IGNORES_THE_FENCE = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new Around(tables) {
                private long current() {
                    return balancerEpoch().fence();
                }

                @Override
                public Remap.Outcome repair(long fence, Repair repair) {
                    return super.repair(current(), repair);
                }

                @Override
                public void completePlan(long fence, long epoch) {
                    super.completePlan(current(), epoch);
                }

                @Override
                public BalancerEpoch advanceEpoch(long fence) {
                    return super.advanceEpoch(current());
                }

                @Override
                public void storePlan(long fence, StoredPlan plan) {
                    super.storePlan(current(), plan);
                }

                @Override
                public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
                    return super.remap(current(), remaps);
                }

                @Override
                public Remap.Outcome migrate(long fence, Migration migration) {
                    return super.migrate(current(), migration);
                }
            };
        }
    };

    /** The client answers lookups from memory for a minute. */
    static final Wiring READ_TRUSTS_A_STALE_MAPPING = new Wiring() {
        @Override
        public RpcClient clientNetwork(RpcClient network) {
            return new Remembering(network);
        }
    };

    /** Stripes are coded with parity of another code: the shards in the wrong order. */
    static final Wiring ENCODE_USES_THE_WRONG_SCHEME = new Wiring() {
        @Override
        public StripeCodec codec(StripeCodec codec) {
            return new StripeCodec() {
                @Override
                public byte[][] encode(ErasureCode code, byte[] segment) {
                    byte[][] shards = codec.encode(code, segment);
                    if (code.dataShards() > 1) {
                        byte[] first = shards[0];
                        shards[0] = shards[1];
                        shards[1] = first;
                    }
                    return shards;
                }
            };
        }
    };

    /** The device claims that it has synced. */
    static final Wiring SYNC_OMITTED = new Wiring() {
        @Override
        public FlashDevice device(FlashDevice device) {
            return (FlashDevice) Proxy.newProxyInstance(
                    FlashDevice.class.getClassLoader(), new Class<?>[] {FlashDevice.class}, (self, method, args) -> {
                        if (method.getName().equals("sync")) {
                            return null;
                        }
                        try {
                            return method.invoke(device, args);
                        } catch (InvocationTargetException e) {
                            throw Objects.requireNonNull(e.getCause());
                        }
                    });
        }
    };

    /** A server reports its former device id, and its list is not compared with the table. */
    static final Wiring BLANK_DEVICE_UNNOTICED = new Wiring() {
        @Override
        public String deviceId(ServerId server, String device) {
            return "";
        }

        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new Around(tables) {
                @Override
                public int queue(long fence, List<Damage> damage) {
                    return 0;
                }
            };
        }
    };

    /** Everything that nothing refers to is condemned, however much it is. */
    static final Wiring CONDEMN_WITHOUT_BRAKE = new Wiring() {
        @Override
        public Brake brake(Brake brake) {
            return new Brake(Long.MAX_VALUE / 2, 1);
        }
    };

    /** A put is recorded, and answered, before it is stored. */
    static final Wiring PUT_NOTED_BEFORE_IT_IS_STORED = new Wiring() {
        @Override
        public RpcHandler flashServer(RpcHandler endpoint) {
            return (request, context) -> {
                CompletionStage<Message> answer = endpoint.handle(request, context);
                return request.type() == MessageType.PUT_FRAGMENT
                        ? CompletableFuture.completedFuture(
                                Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance()))
                        : answer;
            };
        }
    };

    /** A listing that continues after a page misses the first object of the next. */
    static final Wiring LISTING_THAT_SKIPS = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new Around(tables) {
                @Override
                public ObjectPage list(ListQuery query) {
                    ObjectPage page = super.list(query);
                    return query.after().isEmpty() || page.objects().isEmpty()
                            ? page
                            : new ObjectPage(
                                    page.objects().subList(1, page.objects().size()),
                                    page.commonPrefixes(),
                                    page.continuation());
                }
            };
        }
    };

    /** A stream that has failed continues behind the bytes that it could not get. */
    static final Wiring STREAM_THAT_SKIPS = new Wiring() {
        private static final int SEGMENT = 16_384;

        @Override
        public InputStream stream(InputStream stream, LongFunction<InputStream> from) {
            return new InputStream() {
                private InputStream current = stream;
                private long at;

                @Override
                public int read() {
                    throw new UnsupportedOperationException("read in pieces");
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    try {
                        int count = current.read(target, offset, length);
                        at += count;
                        return count;
                    } catch (ChameleonException failed) {
                        at += SEGMENT - at % SEGMENT;
                        try {
                            current = from.apply(at);
                        } catch (InvalidRequestException beyondTheEnd) {
                            return -1;
                        }
                        return read(target, offset, length);
                    }
                }
            };
        }
    };

    private static class Around extends ForwardingTables {
        Around(Tables tables) {
            super(tables);
        }
    }

    private static final class Remembering implements RpcClient {
        private static final long MINUTE = 60_000_000_000L;

        private record Known(Message answer, long since) {}

        private final RpcClient network;
        private final Map<String, Known> known = new HashMap<>();

        Remembering(RpcClient network) {
            this.network = network;
        }

        @Override
        public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
            if (request.type() != MessageType.LOOKUP) {
                return network.call(endpoint, request, timeout);
            }
            String object = request.header().toByteString().toString(StandardCharsets.ISO_8859_1);
            Known before = known.get(object);
            if (before != null && nanoTime() - before.since < MINUTE) {
                return CompletableFuture.completedFuture(before.answer);
            }
            return network.call(endpoint, request, timeout).whenComplete((answer, failure) -> {
                if (answer != null) {
                    known.put(object, new Known(answer, nanoTime()));
                }
            });
        }

        @Override
        public long nanoTime() {
            return network.nanoTime();
        }

        @Override
        public void close() {
            network.close();
        }
    }
}
