package io.chameleon.transport.rpc.server;

import com.google.protobuf.MessageLite;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.ForgetServerRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.util.Set;
import java.util.TreeSet;

/** The object of an audited request, in a few words without line breaks. */
final class AuditSubject {
    private static final int MOST_SHOWN = 200;

    private AuditSubject() {}

    static String of(MessageLite header) {
        String text;
        if (header instanceof DrainRequest drain) {
            text = drain.getDrain() ? "this server: drain" : "this server: take writes again";
        } else if (header instanceof EvacuateRequest evacuate) {
            text = "server " + evacuate.getServer() + (evacuate.getCancel() ? ": keep" : ": empty");
        } else if (header instanceof ForgetServerRequest forget) {
            text = "server " + forget.getServer() + ": forget";
        } else if (header instanceof BalanceRequest balance) {
            text = balance.getDryRun() ? "cluster: plan only" : "cluster";
        } else if (header instanceof SetBucketPolicyRequest policy) {
            text = "bucket " + policy.getBucket();
        } else if (header instanceof CreateBucketRequest create) {
            text = "bucket " + create.getBucket() + (create.getOwner().isEmpty() ? "" : " of " + create.getOwner());
        } else if (header instanceof DeleteBucketRequest delete) {
            text = "bucket " + delete.getBucket();
        } else if (header instanceof ConfigureBucketRequest configure) {
            text = "bucket " + configure.getBucket() + ": " + settings(configure);
        } else if (header instanceof SetGrantRequest grant) {
            text = "bucket " + grant.getBucket() + ": " + grant.getPrincipal() + " access " + grant.getAccess();
        } else if (header instanceof DeleteFragmentsRequest delete) {
            text = "fragments of " + delete.getWriteIdsCount() + " writes";
        } else {
            text = "cluster";
        }
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Which settings change, not to what: a value can be long. */
    private static String settings(ConfigureBucketRequest request) {
        Set<String> keys = new TreeSet<>(request.getSetMap().keySet());
        keys.addAll(request.getRemoveList());
        String all = String.join(" ", keys);
        return all.length() <= MOST_SHOWN ? all : all.substring(0, MOST_SHOWN) + "...";
    }
}
