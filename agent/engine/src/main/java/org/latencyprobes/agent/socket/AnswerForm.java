package org.latencyprobes.agent.socket;

import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;

/** The forms in which answers go over the socket. A form that changes gets another number. */
public final class AnswerForm {

    /** The media type of the command line: the lines of {@link Answer#text}, then {@link #END}. */
    public static final String TEXT = "text/x-latency-probes-v1";

    /** The last line of an answer in that form; without it the answer was cut short. */
    public static final String END = "end\n";

    /** The media type for everybody else: JSON lines. */
    static final String JSON = "application/x-ndjson;version=1";

    /** The cell that begins the line of a file behind an answer in the form {@link #TEXT}; its length and its bytes follow. */
    public static final String FILE = "file";

    /** The field of a request that tells for which process it is: {@link ProcessIdentity#text}. Others refuse it. */
    public static final String PROCESS = "Latency-Probes-Process";

    /** The field of every response that tells the agent's version. */
    static final String SERVER = "\r\nServer: latency-probes/" + Version.text();

    private AnswerForm() {}
}
