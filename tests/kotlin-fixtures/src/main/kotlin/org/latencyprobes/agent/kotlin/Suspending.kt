package org.latencyprobes.agent.kotlin

import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlin.coroutines.Continuation
import kotlin.coroutines.coroutineContext
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.jvm.internal.CoroutineStackFrame
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.latencyprobes.annotation.Probe

/** Suspending functions of all kinds, called a known number of times; prints what they gave, for a comparison with and without the agent. */
object Suspending {

    @JvmStatic
    fun main(arguments: Array<String>) {
        runBlocking(CoroutineName("outer")) {
            println("resumed=" + (1..5).map { manyResumes(it * 3) })
            repeat(7) { tail() }
            repeat(3) { tailOfTail() }
            println("recursive=" + recursive(10))
            println("deep=" + deep(3_000))
            repeat(4) { atOnce(it) }
            println("sometimes=" + (0..9).map { sometimes(it) })
            failing()
            cancelled()
            println("forms=" + Forms(7).all())
            println("sequence=" + sequence { three(10) }.toList())
            println("flow=" + flow { repeat(3) { emit(sometimes(it)) } }.toList())
            println("frames=" + frames())
            println("name=" + named())
        }
        dispatched()
        concurrent()
    }

    @Probe("resumed")
    suspend fun manyResumes(times: Int): Int {
        var sum = 0
        for (i in 0 until times) {
            yield()
            sum += i
        }
        return sum
    }

    /** Its last act is the call of another one, so that it needs no state. */
    @Probe("tail")
    suspend fun tail(): Unit = yield()

    @Probe("tail of tail")
    suspend fun tailOfTail(): Unit = innerTail()

    @Probe("inner tail")
    private suspend fun innerTail(): Unit = delay(1)

    @Probe("recursive")
    suspend fun recursive(depth: Int): Int {
        yield()
        val below = if (depth == 0) 0 else recursive(depth - 1)
        yield()
        return below + 1
    }

    @Probe("deep")
    suspend fun deep(depth: Int): Int {
        if (depth == 0) {
            yield()
            return 0
        }
        return 1 + deep(depth - 1)
    }

    @Probe("at once")
    suspend fun atOnce(value: Int): Int = value + 1

    @Probe("sometimes")
    suspend fun sometimes(value: Int): Int {
        if (value % 3 == 0) {
            yield()
        }
        return value * value
    }

    private suspend fun failing() {
        val own = IllegalStateException("own")
        var same = 0
        for (late in listOf(true, false)) {
            try {
                fails(own, late)
            } catch (e: IllegalStateException) {
                same += if (e === own || e.cause === own) 1 else 0
            }
        }
        println("sameException=$same")
        println("caught=" + catches())
    }

    @Probe("fails")
    suspend fun fails(own: Exception, late: Boolean): Int {
        if (late) {
            yield()
        }
        throw own
    }

    @Probe("catches")
    suspend fun catches(): String {
        try {
            fails(IllegalArgumentException("inner"), true)
        } catch (e: IllegalArgumentException) {
            yield()
            return e.message!!
        } finally {
            yield()
        }
        return "nothing"
    }

    private suspend fun cancelled() = coroutineScope {
        val jobs = (1..3).map { launch { hangs() } }
        yield()
        jobs.forEach { it.cancel() }
        jobs.forEach { it.join() }
        val outcome =
            try {
                withTimeout(5) { hangs() }
                "ended"
            } catch (e: TimeoutCancellationException) {
                "timed out"
            }
        println("timeout=$outcome")
    }

    @Probe("hangs")
    suspend fun hangs() {
        yield()
        awaitCancellation()
    }

    @Probe("sequence")
    suspend fun SequenceScope<Int>.three(base: Int) {
        yield(base)
        yield(base + 1)
        yieldAll(listOf(base + 2))
    }

    /** As a debugger sees them. */
    @Probe("frames")
    suspend fun frames(): Int {
        yield()
        return countFrames() // in the same frame after resuming
            .also { yield() }
    }

    private suspend fun countFrames(): Int = suspendCoroutineUninterceptedOrReturn { continuation: Continuation<Int> ->
        var own = 0
        var frame: CoroutineStackFrame? = continuation as CoroutineStackFrame
        while (frame != null) {
            own += if (frame.getStackTraceElement()?.className?.startsWith("org.latencyprobes") == true) 1 else 0
            frame = frame.callerFrame
        }
        own
    }

    @Probe("named")
    suspend fun named(): String? {
        val before = coroutineContext[CoroutineName]?.name
        yield()
        return before + coroutineContext[CoroutineName]?.name
    }

    /** Resumed by a thread that the dispatcher does not own: whoever waits has to be brought back to its own. */
    private fun dispatched() {
        val one = Executors.newSingleThreadExecutor { Thread(it, "one") }.asCoroutineDispatcher()
        runBlocking {
            withContext(one) {
                val names = (1..5).map { elsewhere() + threadName() }
                println("dispatched=" + names.toSet())
            }
        }
        one.close()
    }

    private fun threadName() = Thread.currentThread().name.substringBefore(' ')

    @Probe("elsewhere")
    suspend fun elsewhere(): String = suspendCoroutine { continuation ->
        thread { continuation.resume("back on ") }
    }

    private fun concurrent() {
        val sum = runBlocking(Dispatchers.Default) {
            val parts = (1..500).map { part ->
                val result = CompletableFuture<Int>()
                launch { result.complete((1..20).sumOf { both(it, part) }) }
                result
            }
            parts.sumOf { part ->
                while (!part.isDone) {
                    delay(1)
                }
                part.join()
            }
        }
        println("concurrent=$sum")
    }

    @Probe("concurrent")
    suspend fun both(value: Int, part: Int): Int {
        if (part % 2 == 0) {
            yield()
        }
        return value + atLast(part)
    }

    @Probe("concurrent tail")
    suspend fun atLast(value: Int): Int = manyYields(value)

    private suspend fun manyYields(value: Int): Int {
        repeat(value % 3) { yield() }
        return value
    }
}
