package org.latencyprobes.demo.fix.engine.quickfixj;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.Stage;

/** The stages of QuickFIX/J. */
final class QuickFixStages {

    private QuickFixStages() {}

    static List<Stage> of(boolean validating) {
        List<Stage> stages = new ArrayList<>();
        for (String side : List.of(Stage.CLIENT, Stage.SERVER)) {
            stages.add(new Stage("send", side, "quickfix.Session#send(Message)", Stage.TOP, 1));
            stages.add(new Stage("encode", side, "quickfix.Message#toString()", "send", 1));
            stages.add(new Stage("store", side, "quickfix.Session#persist", "send", 1));
            stages.add(new Stage(HandoffProbes.TO_WRITER, side, Stage.PROGRAMMATIC, Stage.TOP, 1));
            stages.add(new Stage(
                    "write",
                    side,
                    "org.apache.mina.transport.socket.nio.NioProcessor#write",
                    HandoffProbes.TO_WRITER,
                    1));
            stages.add(new Stage(HandoffProbes.TO_APPLICATION, side, Stage.PROGRAMMATIC, Stage.TOP, 1));
            stages.add(new Stage(
                    "receive",
                    side,
                    "quickfix.mina.AbstractIoHandler#messageReceived",
                    HandoffProbes.TO_APPLICATION,
                    1));
            stages.add(new Stage("parse", side, "quickfix.MessageUtils#parse(Session,String)", "receive", 1));
            if (validating) {
                stages.add(new Stage(
                        "validate",
                        side,
                        "quickfix.DataDictionary#validate(Message,DataDictionary,DataDictionary)",
                        HandoffProbes.TO_APPLICATION,
                        1));
            }
        }
        stages.add(new Stage("application", Stage.SERVER, OrderDesk.class.getName() + "#execute", Stage.TOP, 1));
        return stages;
    }
}
