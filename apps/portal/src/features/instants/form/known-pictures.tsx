import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { instantsQuery } from '../instants.queries.ts'
import { fetchPicture, knownPictures } from './fetch-picture.ts'
import styles from './form.module.css'

/** Pictures already here, taken again with one tap: those of the last instants, then the portrait of the business. */
export function KnownPictures({ onPick }: { onPick: (picture: Blob) => void }) {
  const company = useCompany()
  const instants = useQuery(instantsQuery(company.companyId)).data ?? []
  const known = knownPictures(instants, company)
  if (known.length === 0) return null
  const take = async (url: string) => {
    const picture = await fetchPicture(url)
    if (picture) onPick(picture)
    else showToast('Cette photo n’est plus disponible', 'danger')
  }
  return (
    <div className={styles.known}>
      <p className={styles.hint}>Ou reprendre une photo&nbsp;:</p>
      <div className={styles.pictures}>
        {known.map((url, index) => (
          <button key={url} type="button" aria-label={`Reprendre la photo ${index + 1}`} onClick={() => void take(url)}>
            <img src={url} alt="" width={72} height={72} loading="lazy" />
          </button>
        ))}
      </div>
    </div>
  )
}
