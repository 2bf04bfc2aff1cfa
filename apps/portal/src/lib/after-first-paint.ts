const longestWait = 500

/**
 * Loads what the first look does not need, once the browser has drawn it and has nothing more urgent to do. Without a
 * network it waits: a window that nobody opened yet breaks no page.
 */
export async function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve, longestWait)
  })
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return load()
  }
}
