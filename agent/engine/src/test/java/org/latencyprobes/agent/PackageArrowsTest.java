package org.latencyprobes.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.latencyprobes.agent", importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule OPTIONS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.option")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.agent", "..agent.link", "..agent.weave", "org.latencyprobes.probe..");

    @ArchTest
    static final ArchRule SELECTION_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.select")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.latencyprobes.agent",
                    "..agent.link",
                    "..agent.weave",
                    "..agent.option",
                    "..agent.control",
                    "org.latencyprobes.probe..");

    @ArchTest
    static final ArchRule TALK_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.control")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..agent.link", "..agent.weave", "..agent.option", "..agent.select");

    @ArchTest
    static final ArchRule WEAVING_AND_LINKING_MEET_IN_THE_WOVEN_CLASS_ALONE = noClasses()
            .that()
            .resideInAPackage("..agent.weave")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..agent.link", "..agent.option", "org.latencyprobes.probe", "org.latencyprobes.counts");

    @ArchTest
    static final ArchRule LINKING_KNOWS_NO_WEAVER = noClasses()
            .that()
            .resideInAPackage("..agent.link")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..agent.weave", "..agent.option", "net.bytebuddy..");

    @ArchTest
    static final ArchRule CALLBACKS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.callback")
            .should()
            .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                    "are others of ours",
                    type -> type.getPackageName().startsWith("org.latencyprobes")
                            && !type.getPackageName().endsWith(".callback")));

    @ArchTest
    static final ArchRule REQUESTS_AND_ANSWERS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("..agent.control")
            .should()
            .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                    "are others of ours",
                    type -> type.getPackageName().startsWith("org.latencyprobes")
                            && !type.getPackageName().endsWith(".control")));

    @ArchTest
    static final ArchRule TABLES_KNOW_NOTHING_OF_THE_AGENT_ITSELF = noClasses()
            .that()
            .resideInAPackage("..agent.command")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.latencyprobes.agent", "..agent.weave", "..agent.option");

    @ArchTest
    static final ArchRule PARTS_KNOW_OF_THE_AGENT_ONLY_ITS_LOG_AND_THE_STACK = noClasses()
            .that()
            .resideInAnyPackage("..agent.link", "..agent.weave")
            .should()
            .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                    "are of the agent itself",
                    type -> type.getPackageName().equals("org.latencyprobes.agent")
                            && !type.isEquivalentTo(Log.class)
                            && !type.isEquivalentTo(StackRoom.class)));
}
