package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of each command, subcommands included: its help, its errors, and docs/reference/cli.md. */
class EveryCommandTest {
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {2}([a-z0-9]+)(?: {2,}|$)");
    private static final Pattern OPTION = Pattern.compile("(?m)^ {2,6}(?:-\\w, )?(--[a-z0-9][a-z0-9.-]*)");
    private static final Pattern NAMED = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");
    private static final Pattern SECTION = Pattern.compile("(?ms)^#{2,3} ([^\\n]+)\\n(.*?)(?=^#{2,3} |\\z)");
    /** Of all commands, and described once. */
    private static final Set<String> COMMON = Set.of(
            "--help",
            "--version",
            "--debug",
            "--output",
            "--cluster",
            "--data-dir",
            "--timeout",
            "--token-file",
            "--tls-ca-file",
            "--tls-certificate-file",
            "--tls-key-file");
    /** Their options are the keys of docs/reference/configuration.md, which has its own test. */
    private static final Set<String> ROLES =
            Set.of("server", "metadata", "balancer", "s3", "zookeeper", "postgresql", "rebuild");

    private static final Map<List<String>, String> HELP = new ConcurrentHashMap<>();

    private static String page;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(Path.of("../docs/reference/cli.md"));
    }

    private static String help(List<String> command) {
        return HELP.computeIfAbsent(command, EveryCommandTest::shown);
    }

    private static String shown(List<String> command) {
        CommandLineRun run = CommandLineRun.of(
                Stream.concat(command.stream(), Stream.of("--help")).toArray(String[]::new));
        assertThat(run.exitCode()).as("%s %s", command, run.stderr()).isEqualTo(ExitCode.OK);
        assertThat(run.stderr()).isEmpty();
        return run.out();
    }

    private static List<String> named(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.groupCount() == 0 ? found.group() : found.group(1))
                .toList();
    }

    private static List<String> below(List<String> command) {
        String help = help(command);
        int list = help.indexOf("\nCommands:");
        return list < 0
                ? List.of()
                : named(COMMAND, help.substring(list)).stream()
                        .filter(name -> !name.equals("help"))
                        .toList();
    }

    /** All but the root; {@code kubernetes} is for pods alone and not listed. */
    static List<List<String>> commands() {
        return Stream.concat(below(List.of()).stream(), Stream.of("kubernetes"))
                .flatMap(name -> Stream.concat(
                        Stream.of(List.of(name)), below(List.of(name)).stream().map(inner -> List.of(name, inner))))
                .toList();
    }

    @Test
    void commands_areThoseThatUsersKnow() {
        assertThat(commands().stream().map(command -> String.join(" ", command)))
                .hasSizeGreaterThan(40)
                .contains("put", "bucket move", "user rotate", "repair status", "scrub status", "kubernetes database")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_saysWhatTheCommandDoes_andDescribesEachOption(List<String> command) {
        List<String> lines = help(command).lines().toList();
        assertThat(lines.getFirst()).startsWith("Usage: chameleon " + String.join(" ", command));
        assertThat(lines).anyMatch(line -> line.matches("[A-Z].*[.:]?") && !line.startsWith("Usage"));
        List<Integer> starts = IntStream.range(0, lines.size())
                .filter(at -> lines.get(at).matches(" +(-\\w, )?--\\w.*"))
                .boxed()
                .toList();
        assertThat(starts).isNotEmpty();
        for (int at : starts) {
            String rest = lines.get(at).replaceFirst(" +(-\\w, )?--[\\w.-]+(=\\S+)?", "");
            String next = at + 1 < lines.size() ? lines.get(at + 1) : "";
            assertThat(!rest.isBlank() || next.startsWith("          "))
                    .as(lines.get(at))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void option_thatIsNone_isAUsageError_ofThatCommand(List<String> command) {
        CommandLineRun run = CommandLineRun.of(
                Stream.concat(command.stream(), Stream.of("--no-such-option")).toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr())
                .startsWith("chameleon " + String.join(" ", command) + ": ")
                .endsWith("; see 'chameleon " + String.join(" ", command) + " --help'\n");
        assertThat(run.out()).isEmpty();
    }

    static List<List<String>> described() {
        return commands().stream()
                .filter(command -> !ROLES.contains(command.getFirst()))
                .filter(command -> !command.getFirst().equals("kubernetes"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("described")
    void page_namesEachOptionOfACommand(List<String> command) {
        assertThat(named(OPTION, help(command)))
                .as("of %s, which docs/reference/cli.md does not name", command)
                .filteredOn(option -> !COMMON.contains(option))
                .isSubsetOf(optionsOf(command.getFirst()));
    }

    /** On the page, in all sections that speak of the command. */
    private static Set<String> optionsOf(String command) {
        return SECTION.matcher(page)
                .results()
                .filter(section -> speaksOf(section, command))
                .flatMap(section -> named(NAMED, section.group(2)).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean speaksOf(MatchResult section, String command) {
        return Arrays.asList(section.group(1).split(" ")).contains(command)
                || section.group(2).contains("`" + command + " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##              | chameleon: no command given; see 'chameleon --help'",
                "Put             | chameleon: Unmatched argument at index 0: 'Put'; did you mean put",
                "--clutser h:1   | chameleon: Unknown options: '--clutser', 'h:1'; see 'chameleon --help'",
                "help nosuch     | chameleon: Unknown subcommand 'nosuch'; see 'chameleon --help'",
                "größe           | chameleon: Unmatched argument at index 0: 'größe'",
                "ls --output     | chameleon ls: Missing required parameter for option '--output' (table|json)",
                "ls -o JSONX     | chameleon ls: Invalid value for option '--output': expected one of [table, json]",
                "version --debug=maybe | chameleon version: Invalid value for option '--debug'"
            })
    void commandLine_thatMakesNoSense_isOneLine(String arguments, String message) {
        CommandLineRun run = CommandLineRun.of(arguments.isEmpty() ? new String[0] : arguments.split(" +"));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr()).startsWith(message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void helpOfACommand_isTheSameHoweverItIsAskedFor() {
        String help = help(List.of("put"));
        assertThat(CommandLineRun.of("put", "-h").out()).isEqualTo(help);
        assertThat(CommandLineRun.of("help", "put").out()).isEqualTo(help);
        assertThat(CommandLineRun.of("help").out()).isEqualTo(help(List.of()));
    }

    @Test
    void version_isThatOfTheProgram_fromEveryCommand() {
        String version = CommandLineRun.of("--version").out();
        assertThat(version).startsWith("chameleon ").hasLineCount(1);
        assertThat(CommandLineRun.of("put", "--version").out()).isEqualTo(version);
        assertThat(CommandLineRun.of("bucket", "move", "-V").out()).isEqualTo(version);
        assertThat(CommandLineRun.of("version").out())
                .startsWith(version.strip())
                .contains("(Java 25");
    }

    @Test
    void outputFormat_isTakenInAnyCase() {
        assertThat(CommandLineRun.of("version", "-o", "JSON")
                        .json()
                        .path("java")
                        .asText())
                .isNotEmpty();
    }

    @Test
    void completion_ofZsh_beginsWithWhatBashLacks_andBothNameSubcommandsAndTheirOptions() {
        String bash = CommandLineRun.of("completion", "bash").out();
        String zsh = CommandLineRun.of("completion", "zsh").out();
        assertThat(zsh).startsWith("autoload -U +X compinit && compinit\n").endsWith(bash);
        assertThat(bash).contains("rotate", "--if-missing", "--keep-versions", "--metadata.database.url");
        assertThat(CommandLineRun.of("completion").stderr())
                .startsWith("chameleon completion: Missing required parameter: 'bash|zsh'");
    }
}
