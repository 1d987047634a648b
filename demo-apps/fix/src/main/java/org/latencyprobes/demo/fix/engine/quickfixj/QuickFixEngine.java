package org.latencyprobes.demo.fix.engine.quickfixj;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;
import quickfix.ConfigError;

/** The engine QuickFIX/J: in its fastest configuration, in the published one, and in those between. */
public record QuickFixEngine(QuickFixVariant variant) implements Engine {

    private static final String OLD_RELEASE = "1.6.2";

    /** All configurations of this engine. */
    public static Stream<Engine> all() {
        return Stream.of(QuickFixVariant.values()).map(QuickFixEngine::new);
    }

    @Override
    public String name() {
        return variant.id();
    }

    @Override
    public String title() {
        return variant.title();
    }

    @Override
    public Optional<String> otherRelease() {
        return variant.isOldRelease() ? Optional.of("quickfixj-" + OLD_RELEASE) : Optional.empty();
    }

    @Override
    public List<Stage> stages() {
        if (variant.isOldRelease()) {
            return List.of();
        }
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of(Stage.CLIENT, Stage.SERVER)) {
            stages.add(new Stage("send", side, "quickfix.Session#send(Message)", Stage.TOP));
            stages.add(new Stage("encode", side, "quickfix.Message#toString()", "send"));
            stages.add(new Stage("store", side, "quickfix.Session#persist", "send"));
            stages.add(new Stage(HandoffProbes.TO_WRITER, side, Stage.PROGRAMMATIC, Stage.TOP));
            stages.add(new Stage(
                    "write", side, "org.apache.mina.transport.socket.nio.NioProcessor#write", HandoffProbes.TO_WRITER));
            stages.add(new Stage(HandoffProbes.TO_APPLICATION, side, Stage.PROGRAMMATIC, Stage.TOP));
            stages.add(new Stage(
                    "receive", side, "quickfix.mina.AbstractIoHandler#messageReceived", HandoffProbes.TO_APPLICATION));
            stages.add(new Stage("parse", side, "quickfix.MessageUtils#parse(Session,String)", "receive"));
            if (variant.validates()) {
                stages.add(new Stage(
                        "validate",
                        side,
                        "quickfix.DataDictionary#validate(Message,DataDictionary,DataDictionary)",
                        HandoffProbes.TO_APPLICATION));
            }
        }
        stages.add(Stage.application(Stage.TOP));
        return stages;
    }

    @Override
    public Acceptor accept(Path scratch) throws IOException, ConfigError {
        checkRelease();
        return new QuickFixAcceptor(variant, scratch);
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch)
            throws IOException, ConfigError {
        checkRelease();
        return new QuickFixInitiator(variant, server, scratch, reports).loggedOn();
    }

    /** Only the configurations that are not steps on the way to the published one: the parser is theirs. */
    @Override
    public Optional<Parser> parser() {
        return variant == QuickFixVariant.NO_VALIDATION || variant == QuickFixVariant.VALIDATION
                ? Optional.of(new QuickFixParser(variant.validates()))
                : Optional.empty();
    }

    /** A JVM without the jars of the old release would measure the new one under its name. */
    private void checkRelease() throws IOException {
        String loaded = QuickFixSettings.release();
        if (variant.isOldRelease() != loaded.equals(OLD_RELEASE)) {
            throw new IOException("this JVM has QuickFIX/J " + loaded);
        }
    }
}
