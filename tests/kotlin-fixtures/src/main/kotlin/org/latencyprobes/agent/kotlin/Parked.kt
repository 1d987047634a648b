package org.latencyprobes.agent.kotlin

import java.util.concurrent.CompletableFuture
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine
import org.latencyprobes.annotation.Probe

/** A call that stays suspended until it is told to go on. */
object Parked {

    private var waiting: Continuation<String>? = null

    @Probe("parked")
    private suspend fun parked(): String {
        val value = park()
        return "$value $value"
    }

    @Probe("parked at its end")
    private suspend fun parkedAtEnd(): String = park()

    private suspend fun park(): String = suspendCoroutineUninterceptedOrReturn { continuation ->
        waiting = continuation
        COROUTINE_SUSPENDED
    }

    /** Begins a call and returns as soon as it is suspended; the future gets what it returns. */
    @JvmStatic
    fun begin(atEnd: Boolean): CompletableFuture<String> {
        val result = CompletableFuture<String>()
        val call: suspend () -> String = { if (atEnd) parkedAtEnd() else parked() }
        call.startCoroutine(Continuation(EmptyCoroutineContext) { result.complete(it.getOrThrow()) })
        return result
    }

    @JvmStatic
    fun goOn(value: String) {
        waiting!!.resume(value)
        waiting = null
    }
}
