package io.chameleon.s3.policy.condition;

import org.jspecify.annotations.Nullable;

/**
 * What a condition asks about. Names are in any case, keys of tags are not.
 *
 * @param tag "" unless the subject is of a tag
 */
public record ConditionKey(Subject subject, String tag) {
    /** Null: no such key. */
    static @Nullable ConditionKey parse(String name) {
        for (Subject subject : Subject.values()) {
            int length = subject.label().length();
            boolean begins = name.regionMatches(true, 0, subject.label(), 0, length);
            if (begins && subject.ofTag() == name.length() > length) {
                return new ConditionKey(subject, name.substring(length));
            }
        }
        return null;
    }
}
