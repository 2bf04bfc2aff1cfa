import type { ComponentProps } from 'react'
import styles from './file-input.module.css'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onFiles: (files: readonly File[]) => void
}

/** Chooses files; unseen, over the whole of the label that it stands in. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
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
