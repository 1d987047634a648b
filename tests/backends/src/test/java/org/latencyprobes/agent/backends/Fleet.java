package org.latencyprobes.agent.backends;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.fixture.Member;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Applications that run and publish, each in a JVM of its own. */
final class Fleet implements AutoCloseable {

    private static final Path[] CLASS_PATH = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toArray(Path[]::new);

    private final Path folder;
    private final List<RunningJvm> members = new ArrayList<>();
    private final List<Path> kept = new ArrayList<>();

    Fleet(Path folder) {
        this.folder = Daemon.made(folder);
    }

    /** A JVM that can be a member. */
    static ForkedJvm jvm() {
        return jvm(Member.class).flags("-Xmx256m", "-XX:TieredStopAtLevel=1");
    }

    /** A JVM that runs a fixture with all that the tests have on their class path. */
    static ForkedJvm jvm(Class<?> fixture) {
        return ForkedJvm.of(fixture.getName()).classPath(CLASS_PATH);
    }

    /** Starts one more; keys are Micrometer's own. */
    RunningJvm join(String kind, String... keys) {
        return join(jvm(), kind, keys);
    }

    RunningJvm join(ForkedJvm jvm, String kind, String... keys) {
        Path raw = folder.resolve("raw-" + members.size());
        RunningJvm member =
                jvm.arguments(kind, raw).arguments((Object[]) keys).start().awaitText("ready");
        members.add(member);
        kept.add(raw);
        return member;
    }

    /** Has a member record so many calls and waits until it has. */
    static void record(RunningJvm member, int seed, int count) {
        order(member, "record " + seed + " " + count);
    }

    /** Gives a member an order and waits until it has followed it; no order may be given twice. */
    static void order(RunningJvm member, String order) {
        member.tell(order).awaitText("done: " + order + "\n");
    }

    /** All members record at the same time. */
    void recordEach(int seed, int count) {
        for (int i = 0; i < members.size(); i++) {
            members.get(i).tell("record " + (seed + i) + " " + count);
        }
        for (int i = 0; i < members.size(); i++) {
            members.get(i).awaitText("done: record " + (seed + i) + " " + count + "\n");
        }
    }

    /** What all members recorded. */
    Raw raw() {
        return Raw.in(kept);
    }

    int size() {
        return members.size();
    }

    /** The last one comes to a good end: whatever it has not published yet is published. */
    JvmResult leave() {
        return members.get(members.size() - 1).tellToEnd().expectExit(0);
    }

    @Override
    public void close() {
        members.forEach(RunningJvm::close);
    }
}
