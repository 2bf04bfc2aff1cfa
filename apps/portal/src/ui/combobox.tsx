import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Spinner } from './button.tsx'
import styles from './combobox.module.css'
import { Field, type FieldProps } from './field.tsx'
import input from './input.module.css'

export type ComboboxProps = FieldProps & {
  /** What the input shows. */
  text: string
  onType: (text: string) => void
  /** What is offered, as it reads, each once; `isApart`: the last one is another way out. */
  options: readonly string[]
  onChoose: (index: number) => void
  isApart?: boolean
  /** Name of the list, for the ear. */
  listName: string
  /** One of the list has to be chosen: Enter takes the first one. Otherwise the list only proposes, and any text stands. */
  isClosed?: boolean
  /** Shown when nothing is offered. */
  nothing?: string
  onBlur?: () => void
  isLoading?: boolean
  placeholder?: string
  icon?: ReactNode
}

/** The combo box of the portal: a text with a list under it; arrows and Enter, or a tap, choose. */
export function Combobox(props: ComboboxProps) {
  const { text, onType, options, onChoose, isClosed = false, nothing, onBlur, placeholder, icon } = props
  const list = useId()
  const first = isClosed ? 0 : -1
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(first)
  const isShown = isOpen && (options.length > 0 || nothing !== undefined)

  const close = () => {
    setOpen(false)
    setActive(first)
  }
  const choose = (index: number) => {
    close()
    onChoose(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      // The window around it stays open.
      event.preventDefault()
      return close()
    }
    if (event.key === 'Enter' && isShown && options[active] !== undefined) {
      event.preventDefault()
      return choose(active)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    setActive(Math.min(options.length - 1, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1))))
  }

  return (
    <Field {...props}>
      {(control) => (
        <span className={input.withSide}>
          {icon ? <span className={`inline soft ${input.prefix}`}>{icon}</span> : null}
          <input
            {...control}
            className={`${input.input} ${icon ? styles.withIcon : ''}`}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onType(event.currentTarget.value)
              setActive(first)
              setOpen(true)
            }}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => {
              close()
              onBlur?.()
            }}
            onKeyDown={onKeyDown}
          />
          {isClosed ? (
            <span className={`inline soft ${input.suffix}`} aria-hidden="true">
              <IconChevronDown size={20} />
            </span>
          ) : null}
          {props.isLoading ? (
            <span className={`inline soft ${input.suffix}`}>
              <Spinner size={18} />
            </span>
          ) : null}
          {isShown ? <Options {...props} id={list} active={active} onChoose={choose} /> : null}
        </span>
      )}
    </Field>
  )
}

type OptionsProps = Pick<ComboboxProps, 'options' | 'onChoose' | 'isApart' | 'listName' | 'nothing'> & {
  id: string
  active: number
}

function Options({ id, active, options, onChoose, isApart, listName, nothing }: OptionsProps) {
  if (options.length === 0)
    return (
      <div className={`box ${styles.options}`} role="status">
        <p className={styles.nothing}>{nothing}</p>
      </div>
    )
  return (
    <div
      id={id}
      role="listbox"
      aria-label={listName}
      className={`box ${styles.options}`}
      data-apart={isApart || undefined}
    >
      {options.map((label, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
        <div
          key={label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          ref={index === active ? keepInSight : null}
          // On mousedown, before the input loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {label}
        </div>
      ))}
    </div>
  )
}

function keepInSight(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
