const longestWait = 500

/** Loads what the first look does not need, once the browser has drawn it and has nothing more urgent to do. */
export async function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve, longestWait)
  })
  return load()
}
