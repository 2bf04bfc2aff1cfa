/** A server that is away tells nobody that it is back: it is asked, as long as the page is looked at. */
const every = 5_000

function comeBack() {
  if (document.visibilityState !== 'visible') return
  void fetch('/v1/health', { cache: 'no-store' }).then(
    (answer) => answer.ok && location.reload(),
    () => undefined,
  )
}

setInterval(comeBack, every)
addEventListener('online', comeBack)
document.addEventListener('visibilitychange', comeBack)
document.querySelector('button')?.addEventListener('click', () => location.reload())
