package org.latencyprobes.agent.compatibility;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.artifact.SubArtifact;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.vintage.engine.VintageTestEngine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.opentest4j.AssertionFailedError;

/**
 * The jars of a library, and what its tests need: the dependencies of its own POM, as Maven resolves them for its build, and our JUnit.
 *
 * @param jar the library
 * @param tests its tests
 * @param others the rest of the class path
 */
record LibraryPath(Path jar, Path tests, List<Path> others) {

    private static final String JUNIT = "org.junit.";
    private static final List<Class<?>> OUR_JUNIT = List.of(
            LauncherFactory.class,
            TestEngine.class,
            JUnitException.class,
            JupiterTestEngine.class,
            Test.class,
            ParameterizedTest.class,
            VintageTestEngine.class,
            org.junit.Test.class,
            AssertionFailedError.class);

    /** Asks the repositories, local and remote, that Maven was called with. */
    static LibraryPath of(Library library) throws RepositoryException {
        try (Context maven = Runtimes.INSTANCE.getRuntime().create(asWeWereCalled())) {
            return of(new DefaultArtifact(library.coordinates()), maven);
        }
    }

    /** One file from there. */
    static Path file(String coordinates) throws RepositoryException {
        try (Context maven = Runtimes.INSTANCE.getRuntime().create(asWeWereCalled())) {
            return file(new DefaultArtifact(coordinates), maven);
        }
    }

    /** The jar of a library, and behind it those that it needs when it runs. */
    static List<Path> toRun(String coordinates) throws RepositoryException {
        try (Context maven = Runtimes.INSTANCE.getRuntime().create(asWeWereCalled())) {
            Dependency library = new Dependency(new DefaultArtifact(coordinates), JavaScopes.RUNTIME);
            return resolved(new CollectRequest(library, maven.remoteRepositories()), JavaScopes.RUNTIME, maven)
                    .map(LibraryPath::fileOf)
                    .toList();
        }
    }

    private static ContextOverrides asWeWereCalled() {
        return ContextOverrides.create()
                .withUserSettings(true)
                .withMavenSystemHomeOverride(Path.of(System.getProperty("maven.home")))
                .withLocalRepositoryOverride(Path.of(System.getProperty("maven.repository")))
                .offline("offline=true".equals(System.getProperty("maven.mode")))
                .build();
    }

    private static LibraryPath of(Artifact jar, Context maven) throws RepositoryException {
        ArtifactDescriptorResult pom = maven.repositorySystem()
                .readArtifactDescriptor(
                        maven.repositorySystemSession(),
                        new ArtifactDescriptorRequest(jar, maven.remoteRepositories(), ""));
        CollectRequest needed =
                new CollectRequest(pom.getDependencies(), pom.getManagedDependencies(), maven.remoteRepositories());
        return new LibraryPath(
                file(jar, maven), file(new SubArtifact(jar, "tests", "jar"), maven), files(needed, maven));
    }

    private static Path file(Artifact artifact, Context maven) throws RepositoryException {
        return fileOf(maven.repositorySystem()
                .resolveArtifact(
                        maven.repositorySystemSession(),
                        new ArtifactRequest(artifact, maven.remoteRepositories(), "")));
    }

    private static List<Path> files(CollectRequest needed, Context maven) throws RepositoryException {
        Stream<Path> theirs = resolved(needed, JavaScopes.TEST, maven)
                .filter(found -> !found.getArtifact().getGroupId().startsWith(JUNIT))
                .map(LibraryPath::fileOf);
        return Stream.concat(theirs, OUR_JUNIT.stream().map(ForkedJvm::homeOf)).toList();
    }

    private static Stream<ArtifactResult> resolved(CollectRequest needed, String scope, Context maven)
            throws RepositoryException {
        return maven
                .repositorySystem()
                .resolveDependencies(
                        maven.repositorySystemSession(),
                        new DependencyRequest(needed, DependencyFilterUtils.classpathFilter(scope)))
                .getArtifactResults()
                .stream();
    }

    private static Path fileOf(ArtifactResult found) {
        return found.getArtifact().getFile().toPath();
    }

    Path[] all() {
        return Stream.concat(Stream.of(jar, tests), others.stream()).toArray(Path[]::new);
    }
}
