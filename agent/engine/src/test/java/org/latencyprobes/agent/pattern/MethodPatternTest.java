package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MethodPatternTest {

    private static final String FIND = "(Ljava/lang/String;I[[JLjava/util/Map$Entry;)V";

    private static MethodPattern pattern(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Order | com.acme.Order",
                "com.acme.* | com.acme.Order$Line",
                "com.acme.*Service | com.acme.OrderService",
                "com.acme.*Service | com.acme.Service",
                "com.acme.Order$* | com.acme.Order$Line",
                "com.acme.O*r*e | com.acme.Order$Line",
                "com.*.Order | com.acme.Order",
                "com.ac*.Order | com.acme.Order",
                "com.acme..* | com.acme.Order",
                "com.acme..* | com.acme.a.b.Order",
                "com..order..*Service | com.order.Service",
                "com..order..*Service | com.a.order.b.order.c.OrderService",
                "..Order | Order",
                "..Order | com.acme.Order",
                "..* | com.acme.Order",
                "..acme.* | com.acme.Order",
                "* | Order",
                "Order | Order",
                "com.acme.Größe | com.acme.Größe",
                "com.acme.'find by name' | com.acme.find by name",
                "com.acme.package-info | com.acme.package-info"
            })
    void aTypePartMatchesClasses(String type, String className) {
        assertThat(pattern(type).matchesType(className)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Order | com.acme.Orders",
                "com.acme.Order | com.acme.Order$Line",
                "com.acme.* | com.acme.a.Order",
                "com.acme.* | com.acme",
                "com.acme.*Service | com.acme.OrderServices",
                "com.acme.ab*ba | com.acme.aba",
                "com.*.Order | com.Order",
                "com.*.Order | com.a.b.Order",
                "com.acme..* | com.acmeOrder",
                "com.acme..* | com.acme",
                "..acme.* | com.acme.a.Order",
                "..Order | com.acme.MyOrder",
                "* | com.acme.Order",
                "Order | com.acme.Order",
                "com.acme.'*' | com.acme.Order",
                "com.acme.order | com.acme.Order"
            })
    void andNoOtherClasses(String type, String className) {
        assertThat(pattern(type).matchesType(className)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#*",
                "#find",
                "#find*",
                "#*nd",
                "#f*n*d",
                "#f'in'd",
                "#find(..)",
                "#find(String,..)",
                "#find( String , .. )",
                "#find(..,Entry)",
                "#find(..,Map$Entry)",
                "#find(..,java.util.Map$Entry)",
                "#find(..,java..*)",
                "#find(String,int,long[][],Entry)",
                "#find(*,*,*,*)",
                "#find(*,*,*[],*)",
                "#find(*,*,*[][],*)",
                "#find(..,..)",
                "#find(..,int,..)",
                "#find(java.lang.*,i*,l*[][],*$E*)"
            })
    void aMethodPartMatchesMethods(String method) {
        assertThat(pattern("com.acme.Order" + method).matchesMethod("find", FIND, false))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#Find",
                "#fin",
                "#new",
                "#new*",
                "#'*'",
                "#find()",
                "#find(*)",
                "#find(String)",
                "#find(string,..)",
                "#find(lang.String,..)",
                "#find(String,int,long[],Entry)",
                "#find(String,int,long,Entry)",
                "#find(*,*[],..)",
                "#find(*,*,*[][][],*)",
                "#find(*,*,lo*,*)",
                "#find(..,Map)",
                "#find(..,util.Map$Entry)",
                "#find(*,*,*,*,*)"
            })
    void andNoOtherMethods(String method) {
        assertThat(pattern("com.acme.Order" + method).matchesMethod("find", FIND, false))
                .isFalse();
    }

    @Test
    void aMethodWithoutParametersMatchesAnEmptyList() {
        assertThat(pattern("A#find()").matchesMethod("find", "()V", false)).isTrue();
        assertThat(pattern("A#find( )").matchesMethod("find", "()V", false)).isTrue();
        assertThat(pattern("A#find(..)").matchesMethod("find", "()V", false)).isTrue();
        assertThat(pattern("A#find(*)").matchesMethod("find", "()V", false)).isFalse();
    }

    @Test
    void constructorsAreCalledNew() {
        assertThat(pattern("A#new").matchesMethod("<init>", "()V", false)).isTrue();
        assertThat(pattern("A#new(String,..)").matchesMethod("<init>", FIND, false))
                .isTrue();
        assertThat(pattern("A#new(int)").matchesMethod("<init>", FIND, false)).isFalse();
        assertThat(pattern("A").matchesMethod("<init>", "()V", false)).isFalse();
        assertThat(pattern("A#*").matchesMethod("<init>", "()V", false)).isFalse();
        assertThat(pattern("A#'new'").matchesMethod("new", "()V", false)).isTrue();
        assertThat(pattern("A#new").matchesMethod("new", "()V", false)).isFalse();
    }

    @Test
    void noPatternMatchesAStaticInitialiser() {
        assertThat(pattern("A#*").matchesMethod("<clinit>", "()V", false)).isFalse();
        assertThat(pattern("A#*cl*").matchesMethod("<clinit>", "()V", false)).isFalse();
        assertThat(pattern("A#new").matchesMethod("<clinit>", "()V", false)).isFalse();
    }

    @Test
    void methodsOfTheCompilerAreMatchedOnlyWhereADollarIsWrittenOut() {
        assertThat(pattern("A#lambda$*").matchesMethod("lambda$find$0", "()V", true))
                .isTrue();
        assertThat(pattern("A#*$find$*").matchesMethod("lambda$find$0", "()V", true))
                .isTrue();
        assertThat(pattern("A#lambda*").matchesMethod("lambda$find$0", "()V", true))
                .isFalse();
        assertThat(pattern("A#*").matchesMethod("lambda$find$0", "()V", true)).isFalse();
        assertThat(pattern("A").matchesMethod("lambda$find$0", "()V", true)).isFalse();
    }

    @Test
    void placeholdersAreFilledIn() {
        MethodPattern pattern = pattern("..Order* as '{package}|{class}|{fullClass}|{method}|{parameters}'");
        assertThat(pattern.probeName("com.acme.Order$Line", "find", FIND))
                .isEqualTo("com.acme|Order.Line|com.acme.Order$Line|find|String,int,long[][],Map.Entry");
        assertThat(pattern.probeName("Order", "<init>", "()V")).isEqualTo("|Order|Order|new|");
    }

    @Test
    void tagsAreFilledInAndKeepTheirOrder() {
        assertThat(pattern("A#* tag side={method} tag desk=\"fx spot\" as x tag 'a key'='' tag c=d=e")
                        .tags("A", "buy", "()V"))
                .containsExactly("side", "buy", "desk", "fx spot", "a key", "", "c", "d=e");
        assertThat(pattern("A#*").tags("A", "buy", "()V")).isEmpty();
    }

    @Test
    void aPatternMayGiveNoName() {
        assertThat(pattern("A#* tag a=b").probeName("A", "buy", "()V")).isEmpty();
    }

    @Test
    void doubledBracesAndQuotesStandForThemselves() {
        assertThat(pattern("A as 'it''s {{{method}}}'").probeName("A", "buy", "()V"))
                .isEqualTo("it's {buy}");
        assertThat(pattern("A as \"\"\"'\"").probeName("A", "buy", "()V")).isEqualTo("\"'");
        assertThat(pattern("A as {{").probeName("A", "buy", "()V")).isEqualTo("{");
    }

    @Test
    void aTextHoldsAnyNumberOfPatterns() throws BadPatternException {
        assertThat(MethodPattern.parseAll(" a.B#c(int;"
                        .replace(";", ", \n long) as 'x;y' ; \r\n;; D ;E\n\n#f")
                        .split("#f")[0]))
                .extracting(MethodPattern::toString)
                .containsExactly("a.B#c(int, \n long) as 'x;y'", "D", "E");
        assertThat(MethodPattern.parseAll(" \n;\t;")).isEmpty();
        assertThat(MethodPattern.parseAll("")).isEmpty();
    }

    @Test
    void aPatternIsItsText() {
        assertThat(pattern(" a.B#c as 'd'\n")).hasToString("a.B#c as 'd'");
        assertThat(pattern("a.B")).isEqualTo(pattern(" a.B ")).hasSameHashCodeAs(pattern("a.B"));
        assertThat(pattern("a.B")).isNotEqualTo(pattern("a.C"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.net.*", "java.net..*", "java.net.S*", "java.net.Socket"})
    void aPatternThatWritesOutTwoNamesSelectsClassesOfTheJdk(String type) {
        assertThat(pattern(type).selectsType("java.net.Socket")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..*", "java..*", "java.n*.*", "*.net.Socket", "..Socket"})
    void noOtherPatternDoes(String type) {
        assertThat(pattern(type).matchesType("java.net.Socket")).isTrue();
        assertThat(pattern(type).selectsType("java.net.Socket")).isFalse();
    }

    @Test
    void classesOfTheApplicationsAreSelectedByAnyPatternThatMatches() {
        assertThat(pattern("..*Servlet").selectsType("javax.servlet.http.HttpServlet"))
                .isTrue();
        assertThat(pattern("*").selectsType("Main")).isTrue();
        assertThat(pattern("..Socket").selectsType("com.acme.Order")).isFalse();
    }

    @Test
    void malformedDescriptorsMatchAnyParameters() {
        for (String descriptor : new String[] {"", "(", "(I", "(Ljava", "([", "(I[", "(Q)V", "V", ")("}) {
            assertThat(pattern("A#*(..)").matchesMethod("a", descriptor, false)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.Order#total       | true  | true",
                "..Order#new                | true  | true",
                "com.acme..Order#add(*,..)  | true  | true",
                "Main#main                  | true  | true",
                "com.acme.'Order*'#total    | true  | true",
                "com.acme.Order             | false | false",
                "com.acme.Order#*           | false | false",
                "com.acme.Order#get*        | false | false",
                "com.acme.*Order#total      | false | false",
                "com.*.Order#total          | false | false",
                "..*#new                    | false | false",
                "..* with accessors         | false | true",
                "..* as a with accessors    | false | true",
                "..* with accessors tag a=b | false | true"
            })
    void namesMethodsOrTakesAccessors(String text, boolean names, boolean takesAccessors) {
        assertThat(pattern(text).namesMethod()).isEqualTo(names);
        assertThat(pattern(text).takesAccessors()).isEqualTo(takesAccessors);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..* with generated",
                "..* with accessors with generated",
                "com.acme.Order#total",
                "$Proxy*",
                "..$Proxy12#run",
                "com.acme..*$$SpringCGLIB$$*",
                "..*_ClientProxy"
            })
    void takesGeneratedClassesWhereItNamesThemOrSaysSo(String text) {
        assertThat(pattern(text).takesGenerated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..* with accessors", "com.acme.Order", "com.acme..*#total", "..*$*"})
    void leavesGeneratedClassesOut(String text) {
        assertThat(pattern(text).takesGenerated()).isFalse();
    }
}
