import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

type Settings = {
  /** The file of the program; it calls `answerParent`. */
  program: string
  /** After which a question is given up and the process killed; includes the time in the scheduler's queue. */
  deadlineMilliseconds: number
  /** Idle timeout: without a question for so long the process is ended, which frees its memory. */
  idleMilliseconds?: number
  /** Most memory of its JavaScript heap; V8 ends a process that needs more. */
  heapMegabytes?: number
}

/**
 * A program that reads what strangers send, in a child process of lowest priority with neither settings nor keys: started with the
 * first question, killed when one exceeds its deadline, restarted for the next. The caller awaits each answer before the next question.
 */
export class ChildProgram<Question, Answer> {
  readonly #settings: Required<Omit<Settings, 'heapMegabytes'>> & Settings
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: Settings) {
    this.#settings = { idleMilliseconds: 60_000, ...settings }
  }

  /** The program's answer; `crashed` when it ended itself, `killed` at the deadline, or when it was killed from outside. */
  async ask(question: Question): Promise<Answer | 'crashed' | 'killed'> {
    clearTimeout(this.#idle)
    const child = this.#start()
    let deadline: NodeJS.Timeout | undefined
    try {
      return await new Promise<Answer | 'crashed' | 'killed'>((resolve) => {
        deadline = setTimeout(() => this.#end(child), this.#settings.deadlineMilliseconds)
        child.once('message', ({ answer, isLast }: { answer: Answer; isLast: boolean }) => {
          if (isLast) this.#end(child)
          resolve(answer)
        })
        child.once('exit', (_code, signal) => {
          this.#end(child)
          resolve(signal === 'SIGKILL' ? 'killed' : 'crashed')
        })
        child.once('error', () => resolve('killed'))
        child.send(question as object, (error) => error && resolve('killed'))
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
    const { program, heapMegabytes } = this.#settings
    const child = fork(program, [], {
      env: {},
      execArgv: heapMegabytes ? [`--max-old-space-size=${heapMegabytes}`] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    return child
  }

  /** unref: an idle program does not keep its parent alive. */
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

/** The child's half: answers each question of the parent; after an answer that `isLast` accepts, the parent ends the process. */
export function answerParent<Question, Answer>(
  answer: (question: Question) => Promise<Answer> | Answer,
  isLast: (answer: Answer) => boolean = () => false,
): void {
  if (!process.send) return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where setting the priority is refused, the program runs at the usual one.
  }
  process.on('message', (question: Question) => {
    void Promise.resolve(answer(question)).then((answered) =>
      process.send?.({ answer: answered, isLast: isLast(answered) }),
    )
  })
  // SIGINT and SIGTERM reach the whole process group: the program ignores them and ends when the server closes its channel.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
