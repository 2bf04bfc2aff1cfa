import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { refusal } from '@parvis/domain/refusals'
import type { DecoderAnswer, DecoderQuestion } from './decoder.ts'

type Settings = {
  /** The decoder program. */
  program: string
  /** After which a decoding is killed. */
  deadlineMilliseconds: number
  /** Idle timeout: without a question for so long the process is ended, which frees its memory. */
  idleMilliseconds: number
}

const usual: Settings = {
  program: fileURLToPath(new URL('decoder.ts', import.meta.url)),
  // Includes the time in the scheduler's queue: on a busy machine calls get the cores first.
  deadlineMilliseconds: 30_000,
  idleMilliseconds: 60_000,
}

/**
 * Runs the decoder as a child process of lowest priority, one picture at a time: started with the first picture, killed when one
 * exceeds its deadline, restarted for the next. The caller awaits each answer before the next request.
 */
export class DecoderProcess {
  readonly #settings: Settings
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...usual, ...settings }
  }

  /**
   * Decodes one picture; one that crashes the decoder (a codec fault) counts as unreadable. Refuses with 503 at the deadline, and
   * when the process was killed from outside.
   */
  async ask(question: DecoderQuestion): Promise<DecoderAnswer> {
    clearTimeout(this.#idle)
    const child = this.#start()
    let deadline: NodeJS.Timeout | undefined
    try {
      return await new Promise<DecoderAnswer>((resolve, reject) => {
        const away = () => reject(refusal('request.upstream_unavailable', { retryAfter: 2 }))
        deadline = setTimeout(() => this.#end(child), this.#settings.deadlineMilliseconds)
        child.once('message', (told: DecoderAnswer) => {
          if (told.kind === 'spent') this.#end(child)
          resolve(told)
        })
        child.once('exit', (_code, signal) => {
          this.#end(child)
          if (signal === 'SIGKILL') away()
          else resolve({ kind: 'unreadable' })
        })
        child.once('error', away)
        child.send(question, (error) => error && away())
      })
    } finally {
      clearTimeout(deadline)
      child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
      this.#rest(child)
    }
  }

  #start(): ChildProcess {
    if (this.#child?.connected) {
      this.#child.ref()
      this.#child.channel?.ref()
      return this.#child
    }
    const child = fork(this.#settings.program, [], {
      // Empty environment: a compromised decoder finds neither settings nor keys.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    return child
  }

  /** unref: an idle decoder does not keep its parent alive. */
  #rest(child: ChildProcess): void {
    child.on('error', () => undefined)
    child.unref()
    child.channel?.unref()
    this.#idle = setTimeout(() => this.#end(child), this.#settings.idleMilliseconds).unref()
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
    child.kill('SIGKILL')
  }
}
