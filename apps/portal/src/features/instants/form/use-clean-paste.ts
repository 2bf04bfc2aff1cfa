import { cleanText } from '@parvis/domain/kernel/text'
import { type ClipboardEvent, useState } from 'react'

/** Warns that something was pasted and takes its invisible characters away (I-091, AMB-76). */
export function useCleanPaste() {
  const [wasPasted, setPasted] = useState(false)
  const onPaste = (event: ClipboardEvent) => {
    const { target } = event
    const isMultiline = target instanceof HTMLTextAreaElement
    if (!isMultiline && !(target instanceof HTMLInputElement)) return
    const text = event.clipboardData.getData('text')
    if (text === '') return
    setPasted(true)
    const cleaned = cleanText(text, { multiline: isMultiline })
    // The one insertion that the browser can undo and that React hears of.
    if (cleaned !== text && document.execCommand('insertText', false, cleaned)) event.preventDefault()
  }
  return { wasPasted, onPaste }
}
