import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { unprintable } from '../../ui/poster/printable.ts'
import { TextField } from '../../ui/text-field.tsx'

const maxLine = 60

type PosterLineProps = { name: string; line: string; onChange: (line: string) => void }

/** The sentence of the posters, and what of it and of the name a PDF cannot print. */
export function PosterLine({ name, line, onChange }: PosterLineProps) {
  return (
    <Card title="Votre accroche" sentence="Elle figure sur l’affiche et sur la carte de comptoir.">
      <TextField
        name="line"
        label="Phrase imprimée au-dessus du code"
        value={line}
        onChange={onChange}
        limit={maxLine}
        counter
      />
      <Unprintable texts={[name, line]} />
    </Card>
  )
}

/** A character that the PDF fonts lack would be missing from the poster without notice. */
function Unprintable({ texts }: { texts: readonly string[] }) {
  const signs = unprintable(texts.join(' '))
  if (signs.length === 0) return null
  return (
    <Alert tone="warning" errorKey="unprintable">
      L’affiche et la carte ne peuvent pas imprimer {signs.length > 1 ? 'ces signes' : 'ce signe'}&nbsp;:{' '}
      {signs.join(' ')}
    </Alert>
  )
}
