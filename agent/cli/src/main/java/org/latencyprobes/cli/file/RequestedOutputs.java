package org.latencyprobes.cli.file;

import java.io.IOException;
import org.latencyprobes.agent.protocol.Answer;

/** What a command line asks for, and the way there. */
public interface RequestedOutputs {

    /** Whether the answer is to be an object for scripts. */
    boolean isJson();

    /** Whether a form is asked for, in a file or on standard output. */
    boolean wants(Output.Form form);

    /** How many columns a line of text may have where it goes: as many as it likes where that is no terminal. */
    int columns();

    /** Writes a form that is made of an answer wherever it is asked for. The answer gets the names of files. */
    void write(Output.Form form, Answer answer, String text) throws IOException;
}
