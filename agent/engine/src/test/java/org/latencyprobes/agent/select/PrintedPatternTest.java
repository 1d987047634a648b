package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;

final class PrintedPatternTest {

    private static final List<String> CLASSES = List.of(
            "com.acme.Server$OrderController",
            "com.acme.Outer$Inner",
            "com.acme.FileKt",
            "com.acme.AskPattern$",
            "com.acme.Script1$_run_closure1",
            "com.acme.Plain",
            "com.acme.one.Twice",
            "com.acme.two.Twice");

    private static PrintedPattern read(String text) throws BadPatternException {
        return PrintedPattern.of(MethodPattern.parse(text), () -> CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "Server.OrderController.place, com.acme.Server$OrderController#place",
        "Server.OrderController.new, com.acme.Server$OrderController#new",
        "Outer.Inner#method(int) as x, com.acme.Outer$Inner#method(int) as x",
        "com.acme.Outer.Inner#method, com.acme.Outer$Inner#method",
        "Outer.Inner, com.acme.Outer$Inner",
        "FileKt.main, com.acme.FileKt#main",
        "AskPattern$.ask, com.acme.AskPattern$#ask",
        "Script1._run_closure1.doCall, com.acme.Script1$_run_closure1#doCall",
        "Plain#run, com.acme.Plain#run",
    })
    void aPrintedNameIsReadAsThePatternOfItsClass(String written, String meant) throws BadPatternException {
        assertThat(read(written))
                .hasToString("PrintedPattern[pattern=" + meant + ", remark=" + written + " is read as " + meant + "]");
    }

    @ParameterizedTest
    @CsvSource({"com.acme.Plain#run", "..Inner#method", "Out*#method", "com.other.Plain#run", "Nothing.run"})
    void anythingElseStaysAsItWasWritten(String written) throws BadPatternException {
        assertThat(read(written)).hasToString("PrintedPattern[pattern=" + written + ", remark=]");
    }

    @ParameterizedTest
    @CsvSource({"Twice.run, Twice.run may be any of com.acme.one.Twice#run and com.acme.two.Twice#run: say which"})
    void aNameOfSeveralClassesIsNone(String written, String remark) throws BadPatternException {
        assertThat(read(written)).isEqualTo(new PrintedPattern(null, remark.replace(" and ", ", ")));
    }
}
