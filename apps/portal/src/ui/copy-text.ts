import { showToast } from './toast.tsx'

/** Copies a text and says `done`. A browser that forbids the clipboard leaves it on the page, to be selected by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast('Non copié\u00a0: sélectionnez le texte à la main.', 'danger')
  }
}
