package org.latencyprobes.demo.fix.engine.philadelphia;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;
import org.latencyprobes.demo.fix.engine.tcp.TcpAcceptor;

/** The engine Philadelphia, which leaves sockets, threads and logons to its users. It validates nothing but the checksum. */
public final class PhiladelphiaEngine implements Engine {

    private static final String PACKAGE = "com.paritytrading.philadelphia.";

    private final boolean spinning;
    private final boolean prepared;
    private final Duration silenceTimeout;

    private PhiladelphiaEngine(boolean spinning, boolean prepared, Duration silenceTimeout) {
        this.spinning = spinning;
        this.prepared = prepared;
        this.silenceTimeout = silenceTimeout;
    }

    /** All configurations of this engine. */
    public static List<Engine> all(Duration silenceTimeout) {
        return List.of(
                new PhiladelphiaEngine(true, false, silenceTimeout),
                new PhiladelphiaEngine(true, true, silenceTimeout),
                new PhiladelphiaEngine(false, false, silenceTimeout),
                new PhiladelphiaEngine(false, true, silenceTimeout));
    }

    @Override
    public boolean keepsItsCpu() {
        return spinning;
    }

    @Override
    public String name() {
        return "philadelphia-" + (spinning ? "spinning" : "blocking") + (prepared ? "-prepared" : "");
    }

    @Override
    public String title() {
        return "Philadelphia, " + (spinning ? "spinning" : "blocking") + (prepared ? ", prepared messages" : "");
    }

    @Override
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of(Stage.CLIENT, Stage.SERVER)) {
            String sendWithin = side.equals(Stage.SERVER) ? "receive" : Stage.TOP;
            stages.add(new Stage("send", side, PACKAGE + "FIXConnection#send(FIXMessage)", sendWithin, 1));
            stages.add(new Stage("encode", side, PACKAGE + "FIXMessage#put", "send", 1));
            stages.add(new Stage("write", side, "sun.nio.ch.SocketChannelImpl#write(*[],..)", "send", 1));
            stages.add(new Stage("receive", side, FixSession.class.getName() + "#message(FIXMessage)", Stage.TOP, 1));
            stages.add(new Stage("parse", side, PACKAGE + "FIXMessage#get", Stage.TOP, 1));
            stages.add(new Stage("validate", side, PACKAGE + "FIXMessageParser#acceptCheckSum", Stage.TOP, 1));
        }
        stages.add(new Stage("application", Stage.SERVER, OrderDesk.class.getName() + "#execute", "receive", 1));
        return stages;
    }

    @Override
    public Acceptor accept(InetSocketAddress at, Path scratch) throws IOException {
        return TcpAcceptor.start(at, name(), spinning, (channel, desk) -> ServerSession.serve(channel, desk, prepared));
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return new PhiladelphiaInitiator(Tcp.connect(server, spinning), prepared, reports, silenceTimeout)
                .logOn(server);
    }

    @Override
    public Optional<Parser> parser() {
        return Optional.of(new PhiladelphiaParser());
    }
}
