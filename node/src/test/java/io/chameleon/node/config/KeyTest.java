package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How each kind of key reads its text, and what it says of one that makes no sense. */
class KeyTest {
    private enum Colour {
        RED,
        DARK_BLUE
    }

    private static final Key<Integer> COUNT = Key.integer("a.count", 5, "");
    private static final Key<Long> LONG = Key.count("a.long", 5, "");
    private static final Key<Double> SHARE = Key.decimal("a.share", 0.25, "");
    private static final Key<Long> BYTES = Key.bytes("a.bytes", 64 << 20, "");
    private static final Key<Integer> FEW_BYTES = Key.smallBytes("a.few-bytes", 1024, "");
    private static final Key<Duration> TIME = Key.time("a.time", Duration.ofMinutes(90), "");
    private static final Key<Boolean> FLAG = Key.flag("a.flag", true, "");
    private static final Key<Colour> CHOICE = Key.choice("a.choice", Colour.class, Colour.DARK_BLUE, "");
    private static final Map<String, Key<?>> KINDS = Map.of(
            "count", COUNT,
            "long", LONG,
            "share", SHARE,
            "bytes", BYTES,
            "few-bytes", FEW_BYTES,
            "time", TIME,
            "flag", FLAG,
            "choice", CHOICE);

    private static Object read(String kind, String text) {
        return Objects.requireNonNull(KINDS.get(kind)).parser().apply(text);
    }

    @Test
    void defaults_areWrittenAsUsersWouldWriteThem() {
        assertThat(KINDS.entrySet().stream()
                        .map(kind -> kind.getKey() + " " + kind.getValue().defaultText()))
                .containsExactlyInAnyOrder(
                        "count 5",
                        "long 5",
                        "share 0.25",
                        "bytes 64MiB",
                        "few-bytes 1KiB",
                        "time 1h30m",
                        "flag true",
                        "choice dark-blue");
        assertThat(Key.decimal("a", 256, "").defaultText()).isEqualTo("256");
    }

    @ParameterizedTest
    @CsvSource({
        "count, 2147483647, 2147483647",
        "count, -2147483648, -2147483648",
        "count, 007, 7",
        "long, 999999999999999999, 999999999999999999",
        "share, -0.5, -0.5",
        "share, 3, 3.0",
        "share, 0.000000000000000001, 1.0E-18",
        "bytes, 1.5GiB, 1610612736",
        "few-bytes, 2147483647, 2147483647",
        "time, 0, PT0S",
        "time, 1m30s, PT1M30S",
        "flag, false, false",
        "choice, red, RED"
    })
    void text_isRead(String kind, String text, String value) {
        assertThat(read(kind, text)).hasToString(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "count     | ##                   | a.count: '' given, expected a whole number",
                "count     | 1.0                  | a.count: '1.0' given, expected a whole number",
                "count     | +1                   | a.count: '+1' given, expected a whole number",
                "count     | 1e3                  | a.count: '1e3' given, expected a whole number",
                "count     | ١٢                   | a.count: '١٢' given, expected a whole number",
                "count     | 2147483648           | a.count: '2147483648' given, expected a whole number of at"
                        + " most 2147483647",
                "count     | -2147483649          | a.count: '-2147483649' given, expected a whole number of at"
                        + " most 2147483647",
                "count     | 99999999999999999999 | a.count: '99999999999999999999' given, expected a whole number",
                "long      | 9999999999999999999  | a.long: '9999999999999999999' given, expected a whole number",
                "share     | .5                   | a.share: '.5' given, expected a number such as 0.05",
                "share     | 5%                   | a.share: '5%' given, expected a number such as 0.05",
                "share     | 0,05                 | a.share: '0,05' given, expected a number such as 0.05",
                "share     | NaN                  | a.share: 'NaN' given, expected a number such as 0.05",
                "share     | Infinity             | a.share: 'Infinity' given, expected a number such as 0.05",
                "bytes     | -1                   | a.bytes: '-1' given, expected bytes",
                "few-bytes | 2GiB                 | a.few-bytes: '2GiB' given, expected less than 2 GiB",
                "time      | 90                   | a.time: '90' given, expected a time such as 250ms, 5s, 10m or"
                        + " 1h30m",
                "flag      | yes                  | a.flag: 'yes' given, expected true or false",
                "flag      | TRUE                 | a.flag: 'TRUE' given, expected true or false",
                "choice    | RED                  | a.choice: 'RED' given, expected one of red, dark-blue",
                "choice    | dark_blue            | a.choice: 'dark_blue' given, expected one of red, dark-blue"
            })
    void text_thatMakesNoSense_isQuoted_withItsKey(String kind, String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(kind, text)).withMessageStartingWith(message);
    }

    static Stream<Key<?>> all() {
        return AllKeys.LIST.stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyKey_hasAName_aVariable_aSentence_andADefaultThatItReads(Key<?> key) {
        assertThat(key.name()).matches("[a-z0-9]+(\\.[a-z0-9]+(-[a-z0-9]+)*)+");
        assertThat(key.variable()).matches("CHAMELEON_[A-Z0-9_]+");
        assertThat(AllKeys.isOurs(key.variable()))
                .as("a misspelt neighbour of %s must not go unnoticed", key.variable())
                .isTrue();
        assertThat(key.unit()).isNotBlank();
        assertThat(key.description()).isNotBlank().doesNotEndWith(".").doesNotContain("\n", "|");
        String standard = key.defaultText();
        if (standard != null) {
            assertThat(key.parser().apply(standard)).isNotNull();
        }
    }

    @Test
    void namesAndVariables_areUnique() {
        assertThat(all().map(Key::name)).doesNotHaveDuplicates();
        assertThat(all().map(Key::variable)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATH", "CHAMELEON", "CHAMELEON_CLUSTER", "CHAMELEON_LOG_LEVEL", "CHAMELEON_TOKEN_FILE"})
    void variable_ofSomethingElse_isNoKey(String variable) {
        assertThat(AllKeys.isOurs(variable)).isFalse();
    }

    @Test
    void secrets_areAllThatMustNotBeShown() {
        assertThat(all().filter(Key::isSecret).map(Key::name))
                .containsExactlyInAnyOrder(
                        "metadata.database.password", "s3.secret-key", "zookeeper.password", "postgresql.password");
    }

    @Test
    void settings_shown_hideSecrets_alsoInsideOfUrls() {
        Map<String, String> flags = Map.of(
                "metadata.database.url", "jdbc:postgresql://db/x?user=u&password=hidden-1&ssl=true",
                "metadata.database.further-urls", "jdbc:postgresql://db/y?PASSWORD=hidden-2",
                "metadata.database.password", "hidden-3",
                "zookeeper.password", "hidden-4",
                "s3.secret-key", "hidden-5",
                "postgresql.password", "hidden-6");
        Map<String, String> shown = new SettingsReader().flags(flags).settings().shown(AllKeys.LIST);
        assertThat(shown).hasSize(AllKeys.LIST.size());
        assertThat(shown.toString()).doesNotContain("hidden");
        assertThat(shown)
                .containsEntry(
                        "metadata.database.url",
                        "jdbc:postgresql://db/x?user=u&password=***&ssl=true (--metadata.database.url)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db/x?user=u&password=hidden",
                "postgresql://db/x?password=hidden",
                "jdbc:postgres://db/x?PASSWORD=hidden&ssl=true"
            })
    void url_thatIsRefused_isQuotedWithoutItsPassword(String url) {
        for (Map<String, String> flags : List.of(
                Map.of("metadata.database.url", url),
                Map.of("metadata.database.url", "jdbc:postgresql://db/x", "metadata.database.further-urls", url))) {
            Settings settings = new SettingsReader().flags(flags).settings();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MetadataKeys.metadata(settings))
                    .withMessageContaining("=***")
                    .withMessageNotContaining("hidden");
        }
    }

    /** The user looks for the key that he wrote, whatever the part that refuses it calls the value. */
    @ParameterizedTest
    @MethodSource("all")
    void nonsense_isRefusedUnderTheWholeKey_withWhereItIsSet_orTheKeyTakesAnyText(Key<?> key) {
        String nonsense = "\0 nonsense";
        Settings settings = new SettingsReader()
                .environment(Map.of(key.variable(), nonsense))
                .settings();
        try {
            assertThat((Object) settings.get(key)).isEqualTo(nonsense);
            assertThat(key.unit()).isEqualTo("text");
        } catch (IllegalArgumentException refused) {
            assertThat(refused)
                    .message()
                    .startsWith(key.name() + ": '")
                    .contains("nonsense' given, expected ")
                    .endsWith(" (" + key.variable() + ")");
        }
    }

    @Test
    void requiredKey_thatIsNotSet_saysTheThreeWaysToSetIt() {
        Settings nothing = new SettingsReader().settings();
        for (Key<?> key : AllKeys.LIST) {
            if (key.defaultText() == null) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> nothing.get(key))
                        .withMessage(key.name() + ": not set; set it in the file, as " + key.variable() + " or with --"
                                + key.name());
            }
        }
    }
}
