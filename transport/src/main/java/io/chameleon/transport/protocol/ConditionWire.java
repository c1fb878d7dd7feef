package io.chameleon.transport.protocol;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.transport.wire.ConditionP;

/** Conditions of changes as a wire message and back; the rules of {@link Wire} hold. */
public final class ConditionWire {
    private ConditionWire() {}

    public static ConditionP pack(Condition condition) {
        ConditionP.Builder packed = ConditionP.newBuilder();
        if (condition instanceof Condition.IfMatch match) {
            packed.setIfMatch(Wire.pack(match.contentId()));
        } else if (condition instanceof Condition.IfAbsent) {
            packed.setIfAbsent(true);
        } else if (condition instanceof Condition.IfNoncurrent former) {
            packed.setIfMatch(Wire.pack(former.contentId())).setIfNoncurrent(true);
        } else if (condition instanceof Condition.IfCovered covered) {
            // For an earlier build, which goes by it.
            packed.setIfAbsent(true).setIfCoveredSinceMillis(covered.sinceMillis());
        }
        return packed.build();
    }

    public static Condition unpack(ConditionP condition) {
        if (condition.getIfAbsent() && condition.hasIfMatch()) {
            throw Wire.invalid("condition: 'if absent and if match' given, expected one of them");
        }
        if (condition.hasIfMatch()) {
            WriteId contentId = Wire.unpack(condition.getIfMatch());
            return condition.getIfNoncurrent()
                    ? new Condition.IfNoncurrent(contentId)
                    : new Condition.IfMatch(contentId);
        }
        if (condition.hasIfCoveredSinceMillis()) {
            return Wire.checked(() -> new Condition.IfCovered(condition.getIfCoveredSinceMillis()));
        }
        return condition.getIfAbsent() ? Condition.IF_ABSENT : Condition.NONE;
    }
}
