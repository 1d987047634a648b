package org.latencyprobes.agent.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** The command {@code ui}, under way. */
final class UiRun implements AutoCloseable {

    private static final Pattern LINK = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/#token=\\S+");

    private final RunningJvm command;
    private final String link;

    private UiRun(RunningJvm command) {
        this.command = command.awaitText("the page ");
        Matcher found = LINK.matcher(command.printed());
        if (!found.find()) {
            throw new AssertionError("no link in " + command.printed());
        }
        link = found.group();
    }

    static UiRun of(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("ui", "--no-browser"));
        all.addAll(List.of(arguments));
        return new UiRun(ForkedJvm.ofJar(ForkedJvm.AGENT)
                .quick()
                .arguments(all.toArray())
                .start());
    }

    String link() {
        return link;
    }

    String link(String view) {
        return link + '&' + view;
    }

    int port() {
        Matcher found = LINK.matcher(link);
        found.find();
        return Integer.parseInt(found.group(1));
    }

    @Override
    public void close() {
        command.close();
    }
}
