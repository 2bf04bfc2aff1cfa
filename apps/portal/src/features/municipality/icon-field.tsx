import { foldText } from '@parvis/domain/kernel/text'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import input from './icon-field.module.css'
import { type ServiceIcon, serviceIconsQuery } from './use-services.ts'

type IconFieldProps = FieldProps & { value: number | undefined; onChange: (iconId: number) => void }

/** Chooses among the icons shipped with the product, found by their French words (V-016). */
export function IconField(props: IconFieldProps) {
  const { value, onChange } = props
  const { data: icons, error, refetch } = useQuery(serviceIconsQuery)
  const [typed, setTyped] = useState('')
  const found = icons?.filter((icon) => matches(icon, typed))

  return (
    <Field {...props} group>
      {() => (
        <div className={input.frame}>
          <TextField
            name="icon-search"
            type="search"
            label={<span className="visually-hidden">Chercher une icône</span>}
            placeholder="Chercher&nbsp;: école, vélo, mairie…"
            value={typed}
            onChange={setTyped}
          />
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
          {!icons && !error ? <Skeleton height={120} /> : null}
          <div className={input.icons} role="radiogroup" aria-label="Icônes">
            {found?.map(({ id, tags, url }) => (
              <label key={id} className={input.icon} title={tags}>
                <input
                  type="radio"
                  name="iconId"
                  className="visually-hidden"
                  checked={id === value}
                  onChange={() => onChange(id)}
                />
                <img src={url} alt={tags} width={28} height={28} loading="lazy" />
              </label>
            ))}
          </div>
          {found?.length === 0 ? <p className={input.none}>Aucune icône pour «&nbsp;{typed}&nbsp;»</p> : null}
        </div>
      )}
    </Field>
  )
}

function matches({ tags }: ServiceIcon, typed: string): boolean {
  return foldText(tags).includes(foldText(typed.trim()))
}
