package io.chameleon.server.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.testing.Seed;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageOwnerTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int PAGE = 4096;
    private static final PageOwner EXAMPLE = new PageOwner(
            new Fragment(
                    new FragmentId(new WriteId(0x0102030405060708L, 0x1112131415161718L), 3, 5),
                    10_000,
                    0xCAFEBABE,
                    RedundancyScheme.EC_4_2,
                    40_000),
            2);
    /** Images in the field hold these bytes: a change of the format needs a new version. */
    private static final String GOLDEN = "0807060504030201" + "1817161514131211" + "05030000" + "02000000" + "10270000"
            + "bebafeca" + "01" + "02" + "03" + "02" + "409c0000";

    private static MemorySegment encoded(PageOwner owner) {
        MemorySegment spare = MemorySegment.ofArray(new byte[PageOwner.BYTES]);
        owner.encode(spare);
        return spare;
    }

    @Test
    void owner_encoded_hasTheDocumentedBytes() {
        byte[] bytes = encoded(EXAMPLE).toArray(JAVA_BYTE);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN);
    }

    @Test
    void owner_encodedAndDecoded_isTheSame() {
        assertThat(PageOwner.decode(encoded(EXAMPLE), PAGE)).isEqualTo(EXAMPLE);
    }

    @Test
    void ownerOfALocallyRepairableCode_hasTheDocumentedBytes_andComesBack() {
        PageOwner local = new PageOwner(
                new Fragment(
                        EXAMPLE.fragment().id(), 10_000, 0xCAFEBABE, RedundancyScheme.parse("LRC(12+2+2)"), 40_000),
                2);
        byte[] bytes = encoded(local).toArray(JAVA_BYTE);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN.replace("01020302409c", "01120b42409c"));
        assertThat(PageOwner.decode(encoded(local), PAGE)).isEqualTo(local);
    }

    @Test
    void widestCodeAndLastSegment_encodedAndDecoded_areTheSame() {
        PageOwner owner = new PageOwner(
                new Fragment(
                        new FragmentId(new WriteId(-1, -1), FragmentId.MAX_SEGMENT, FragmentId.MAX_INDEX),
                        Integer.MAX_VALUE,
                        -1,
                        new RedundancyScheme(RedundancyPolicy.EC, 256, 0),
                        Integer.MAX_VALUE),
                Integer.MAX_VALUE / PAGE);
        assertThat(PageOwner.decode(encoded(owner), PAGE)).isEqualTo(owner);
    }

    @ParameterizedTest
    @CsvSource({
        "32, 0, 'fragment format version: ''0'' given, expected at least 1'",
        "33, 9, redundancy policy code",
        "20, 3, page of fragment",
        "27, 80, length of fragment",
        "39, 80, segment length of fragment",
        "16, 6, index of fragment",
        "24, 0, 'length'"
    })
    void owner_withABadByte_isRefusedInOneLine(int offset, int value, String message) {
        MemorySegment spare = encoded(EXAMPLE);
        spare.set(JAVA_BYTE, offset, (byte) (value == 80 ? 0x80 : value));
        if (offset == 24) {
            spare.asSlice(24, 4).fill((byte) 0);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PageOwner.decode(spare, PAGE))
                .withMessageContaining(message)
                .withMessageNotContaining("\n");
    }

    @Test
    void randomBytes_decoded_areAnOwnerOrRefused() {
        SplittableRandom random = new SplittableRandom(SEED.value());
        byte[] bytes = new byte[PageOwner.BYTES];
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(bytes);
            bytes[32] = (byte) random.nextInt(3);
            bytes[33] = (byte) random.nextInt(3);
            try {
                PageOwner owner = PageOwner.decode(MemorySegment.ofArray(bytes), PAGE);
                assertThat(owner.page()).isBetween(0, owner.fragment().pages(PAGE) - 1);
            } catch (IllegalArgumentException | UnreadFormatException expected) {
                assertThat(expected).hasMessageNotContaining("\n");
            }
        }
    }
}
