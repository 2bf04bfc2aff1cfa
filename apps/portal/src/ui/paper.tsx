import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import styles from './paper.module.css'

/**
 * Prints by the browser alone, without network: `paper` stands beside the application, which the print style sheet
 * hides, from the call until the print dialog is closed.
 */
export function usePaper() {
  const [content, setContent] = useState<ReactNode>()
  useEffect(() => {
    const clear = () => setContent(undefined)
    window.addEventListener('afterprint', clear)
    return () => window.removeEventListener('afterprint', clear)
  }, [])
  const print = (wanted: ReactNode) => {
    flushSync(() => setContent(wanted))
    window.print()
  }
  const paper = content ? createPortal(<div className={styles.paper}>{content}</div>, document.body) : null
  return { paper, print }
}

type PaperTableProps = {
  caption: string
  headings: readonly string[]
  rows: readonly { id: number; cells: readonly string[] }[]
  /** Read at arm's length in a hall. */
  large?: boolean
}

/** A table on A4. */
export function PaperTable({ caption, headings, rows, large }: PaperTableProps) {
  return (
    <table className={`${styles.sheet} ${large ? styles.large : ''}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {headings.map((heading, at) => (
              <td key={heading} className="written">
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
