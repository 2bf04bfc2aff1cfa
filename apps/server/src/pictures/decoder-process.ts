import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { refusal } from '@parvis/domain/refusals'
import type { DecoderAnswer, DecoderQuestion } from './decoder.ts'

type Settings = {
  /** What decodes. */
  program: string
  /** After which a decoding is killed. */
  deadlineMilliseconds: number
  /** Idle timeout: without a question for so long the process is ended, which frees its memory. */
  idleMilliseconds: number
}

const usual: Settings = {
  program: fileURLToPath(new URL('decoder.ts', import.meta.url)),
  // Waiting included: on a busy machine calls have the cores first.
  deadlineMilliseconds: 30_000,
  idleMilliseconds: 60_000,
}

/**
 * A process of the lowest priority that decodes one picture at a time: started at the first, killed when one takes longer
 * than its deadline, started again for the next. Whoever asks waits for the answer before the next question.
 */
export class DecoderProcess {
  readonly #settings: Settings
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...usual, ...settings }
  }

  /**
   * What became of the picture; one that ends the decoder itself (a fault in a codec) is unreadable. Refuses with 503 at the
   * deadline, and when the process was killed from outside.
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
      // Neither the settings of the server nor its keys are there for a decoder that somebody took over.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    return child
  }

  /** Idle, it keeps nobody's process alive. */
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
