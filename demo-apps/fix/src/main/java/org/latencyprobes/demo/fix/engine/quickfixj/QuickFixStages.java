package org.latencyprobes.demo.fix.engine.quickfixj;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.Stage;

/** Where time goes inside QuickFIX/J. */
final class QuickFixStages {

    private QuickFixStages() {}

    static List<Stage> of(boolean validating) {
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of("client", "server")) {
            stages.add(new Stage("send", side, "quickfix.Session#send(Message)", true, 1));
            stages.add(new Stage("encode", side, "quickfix.Message#toString()", false, 1));
            stages.add(new Stage("write", side, "org.apache.mina.transport.socket.nio.NioProcessor#write", false, 1));
            stages.add(new Stage("store", side, "quickfix.Session#persist", false, 1));
            stages.add(new Stage("receive", side, "quickfix.mina.AbstractIoHandler#messageReceived", true, 1));
            stages.add(new Stage("parse", side, "quickfix.MessageUtils#parse(Session,String)", false, 1));
            if (validating) {
                stages.add(new Stage(
                        "validate",
                        side,
                        "quickfix.DataDictionary#validate(Message,DataDictionary,DataDictionary)",
                        false,
                        1));
            }
        }
        stages.add(new Stage("application", "server", OrderDesk.class.getName() + "#execute", false, 1));
        return stages;
    }
}
