import type { ComponentProps } from 'react'
import styles from './file-chooser.module.css'

type FileChooserProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onFiles: (files: readonly File[]) => void
}

/** Chooses files; unseen, over the whole of the label that it stands in. */
export function FileChooser({ onFiles, ...input }: FileChooserProps) {
  return (
    <input
      className={styles.over}
      {...input}
      type="file"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // So that the same file can be chosen again.
        event.currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
}
