package org.latencyprobes.demo.fix.engine.philadelphia;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.demo.common.TcpServer;
import org.latencyprobes.demo.common.Wire;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Parser;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.Stage;

/**
 * The engine Philadelphia, which leaves sockets, threads and logons to its users. It validates nothing but the checksum. Its messages are
 * made anew each time, or prepared once.
 */
public record PhiladelphiaEngine(boolean prepared) implements Engine {

    private static final String PACKAGE = "com.paritytrading.philadelphia.";

    @Override
    public String name() {
        return "philadelphia-blocking" + (prepared ? "-prepared" : "");
    }

    @Override
    public String title() {
        return "Philadelphia, blocking" + (prepared ? ", prepared messages" : "");
    }

    @Override
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of(Stage.CLIENT, Stage.SERVER)) {
            String sendWithin = side.equals(Stage.SERVER) ? "receive" : Stage.TOP;
            stages.add(new Stage("send", side, PACKAGE + "FIXConnection#send(FIXMessage)", sendWithin));
            stages.add(new Stage("encode", side, PACKAGE + "FIXMessage#put", "send"));
            stages.add(new Stage("write", side, "sun.nio.ch.SocketChannelImpl#write(*[],..)", "send"));
            stages.add(new Stage(
                    "receive", side, PhiladelphiaSession.class.getName() + "#message(FIXMessage)", Stage.TOP));
            stages.add(new Stage("parse", side, PACKAGE + "FIXMessage#get", Stage.TOP));
            stages.add(new Stage("validate", side, PACKAGE + "FIXMessageParser#acceptCheckSum", Stage.TOP));
        }
        stages.add(Stage.application("receive"));
        return stages;
    }

    @Override
    public Acceptor accept(Path scratch) throws IOException {
        return new Acceptor.OfTcp(TcpServer.start(
                "philadelphia-server", false, channel -> new PhiladelphiaServer(channel, prepared).receive()));
    }

    @Override
    public Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException {
        return new PhiladelphiaInitiator(Wire.connect(server, false), prepared, reports).logOn();
    }

    @Override
    public Optional<Parser> parser() {
        return Optional.of(new PhiladelphiaParser());
    }
}
