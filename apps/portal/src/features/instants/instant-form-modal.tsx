import type { InstantKind } from '@parvis/domain/instants/kind'
import { useCompany } from '../../lib/session.ts'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InstantFormView } from './form/instant-form.tsx'
import { emptyValues } from './form/instant-values.ts'
import { kinds } from './kinds.fr.ts'

type InstantFormModalProps = {
  /** The form to show; closed when absent. */
  kind: InstantKind | undefined
  onClose: () => void
}

/** The form of the pages over another screen; saved, it says so and closes (R-102 to R-104, I-096, AMB-40). */
export function InstantFormModal({ kind, onClose }: InstantFormModalProps) {
  return (
    <Modal opened={kind !== undefined} onClose={onClose} title={kind ? kinds[kind].title : ''} fullScreen keepOpen>
      {kind ? <ModalForm kind={kind} onClose={onClose} /> : null}
    </Modal>
  )
}

function ModalForm({ kind, onClose }: { kind: InstantKind; onClose: () => void }) {
  const company = useCompany()
  const finish = () => {
    showToast('Votre instant est publié')
    onClose()
  }
  return <InstantFormView kind={kind} initial={emptyValues(kind, company)} onSaved={finish} />
}
