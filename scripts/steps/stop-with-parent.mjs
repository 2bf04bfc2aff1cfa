import { readFileSync } from 'node:fs'

/**
 * Ends this process when the npm that started it is gone: npm, sent SIGTERM by a supervisor, dies without passing it on
 * and would leave the server behind. Started without npm, a server may outlive its shell.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parents = chain()
  const watch = setInterval(() => {
    if (chain() === parents) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

// npm runs scripts through sh, which may stay between npm and us, and stays when npm goes.
function chain() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
