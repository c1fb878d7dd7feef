package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.transport.protocol.BucketMoveWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.BucketMoveP;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.BucketMovesResponse;
import io.chameleon.transport.wire.MoveBucketRequest;
import java.time.Duration;
import java.util.List;

/** {@link BucketMoves} over the network, for operators. Calls block; errors as in {@link RemoteRemapTable}. */
public final class RemoteBucketMoves implements BucketMoves {
    private final BlockingCalls service;

    public RemoteBucketMoves(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new BlockingCalls(network, endpoints, timeout);
    }

    @Override
    public int databaseOf(String bucket) {
        return ask(bucket).getDatabase();
    }

    @Override
    public BucketMove begin(String bucket, int target) {
        return change(MoveBucketRequest.newBuilder().setBucket(bucket).setDatabase(target));
    }

    @Override
    public BucketMove cancel(String bucket) {
        return change(MoveBucketRequest.newBuilder().setBucket(bucket).setCancel(true));
    }

    private BucketMove change(MoveBucketRequest.Builder header) {
        return BucketMoveWire.move(service.call(MessageType.MOVE_BUCKET, header.build(), HARMLESS, BucketMoveP.class));
    }

    @Override
    public List<BucketMove> moves() {
        return ask("").getMovesList().stream().map(BucketMoveWire::move).toList();
    }

    private BucketMovesResponse ask(String bucket) {
        BucketMovesRequest header =
                BucketMovesRequest.newBuilder().setBucket(bucket).build();
        return service.call(MessageType.BUCKET_MOVES, header, HARMLESS, BucketMovesResponse.class);
    }
}
