import { CheckboxField } from '../../../ui/checkbox-field.tsx'

type Options = { preview: boolean; paused: boolean }
type ItemOptionsProps = { item: Options; name?: string; onChange: (changes: Partial<Options>) => void }

/** Shown two hours before; a paused item does not apply. */
export function ItemOptions({ item, name = 'fixed', onChange }: ItemOptionsProps) {
  return (
    <div className="row-center between">
      <CheckboxField
        name={`${name}-preview`}
        label="Afficher deux heures avant"
        hint="Les habitants le lisent deux heures avant le début."
        value={item.preview}
        onChange={(preview) => onChange({ preview })}
      />
      <CheckboxField
        name={`${name}-paused`}
        label="En pause"
        hint="Gardé ici, caché des habitants jusqu’à ce que vous le repreniez."
        value={item.paused}
        onChange={(paused) => onChange({ paused })}
      />
    </div>
  )
}
