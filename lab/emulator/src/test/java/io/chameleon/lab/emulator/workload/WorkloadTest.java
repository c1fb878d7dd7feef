package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Objects that come and go. */
class WorkloadTest {
    private final Workload.Builder builder = Workload.builder("w", true);

    @Test
    void laterObject_isCreatedByTheFirstWriteOfAllOfIt() {
        int there = builder.object(100);
        int later = builder.laterObject(100);
        assertThat(builder.isThere(later)).isFalse();
        builder.request(5, true, later, 0, 100);
        assertThat(builder.isThere(later)).isTrue();
        builder.request(6, false, later, 50, 10);
        Workload workload = builder.build();

        assertThat(workload.isThereAtStart(there)).isTrue();
        assertThat(workload.isThereAtStart(later)).isFalse();
        assertThat(workload.isChanging()).isTrue();
        assertThat(workload.isWrite(0)).isTrue();
        assertThat(workload.isRead(1)).isTrue();
    }

    @Test
    void objectThatDoesNotExist_isNeitherReadNorWrittenInPartNorDeleted() {
        int object = builder.laterObject(100);
        assertThatThrownBy(() -> builder.request(0, false, object, 0, 100))
                .hasMessage("object of a request: '0' given, expected one that exists, or a write of all of it");
        assertThatThrownBy(() -> builder.request(0, true, object, 0, 99))
                .hasMessageContaining("expected one that exists, or a write of all of it");
        assertThatThrownBy(() -> builder.delete(0, object))
                .hasMessage("object of a deletion: '0' given, expected one that exists");
        assertThat(builder.requests()).isZero();
    }

    @Test
    void deletedObject_mayBeCreatedAgain() {
        int object = builder.object(100);
        builder.delete(7, object);
        assertThatThrownBy(() -> builder.request(8, false, object, 0, 1))
                .hasMessageContaining("expected one that exists");
        builder.request(9, true, object, 0, 100);
        builder.delete(9, object);
        Workload workload = builder.build();

        assertThat(workload.requests()).isEqualTo(3);
        assertThat(workload.isDelete(0)).isTrue();
        assertThat(workload.isWrite(0)).isFalse();
        assertThat(workload.isRead(0)).isFalse();
        assertThat(workload.isWholeObject(0)).isTrue();
        assertThat(workload.isDelete(2)).isTrue();
    }

    /** 3 + 5 at the start, 3 after the deletion, 3 + 7 + 5 at most, 7 + 5 at the end. */
    @Test
    void most_isTheLargestSumOfWhatExistsAtOneTime() {
        int three = builder.object(3);
        int five = builder.object(5);
        int seven = builder.laterObject(7);
        builder.request(1, true, five, 0, 5);
        builder.delete(2, five);
        builder.request(3, true, seven, 0, 7);
        builder.request(4, true, five, 0, 5);
        builder.request(5, true, seven, 0, 7);
        builder.delete(6, three);
        Workload workload = builder.build();

        assertThat(workload.most(workload::objectBytes)).isEqualTo(15);
        assertThat(workload.most(object -> 1)).isEqualTo(3);
    }

    @Test
    void objectsThatStay_amountToAllOfThem() {
        builder.object(3);
        builder.object(5);
        builder.request(1, true, 0, 1, 1);
        Workload workload = builder.build();

        assertThat(workload.isChanging()).isFalse();
        assertThat(workload.most(workload::objectBytes)).isEqualTo(8);
    }

    @Test
    void object_isAtMostAChunk() {
        assertThat(builder.object(64 << 20)).isZero();
        assertThatThrownBy(() -> builder.object((64 << 20) + 1)).hasMessageContaining("expected 1 to 67108864");
        assertThatThrownBy(() -> builder.laterObject(0)).hasMessageContaining("expected 1 to 67108864");
    }
}
