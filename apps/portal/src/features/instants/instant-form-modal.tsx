import { type InstantKind, kindNames } from '@parvis/domain/instants/kind'
import { useEffect, useRef, useState } from 'react'
import { useCompany } from '../../lib/session.ts'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InstantFormView } from './form/instant-form-view.tsx'
import { emptyValues, type Publication } from './form/instant-values.ts'
import { savedTexts } from './kinds.fr.ts'

/** The instant form in a dialog over another screen; saved, it shows a toast and closes. */
export function InstantFormModal({ kind, onClose }: { kind: InstantKind; onClose: () => void }) {
  const company = useCompany()
  const [isAsked, setAsked] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const finish = (_kind: InstantKind, publication: Publication) => {
    showToast(savedTexts[publication])
    // Saved after it was closed: another form may be open by then.
    if (isShown.current) onClose()
  }
  return (
    <Modal onClose={() => setAsked(true)} title={kindNames[kind].new} fullScreen keepOpen>
      <InstantFormView
        kind={kind}
        initial={emptyValues(kind, company)}
        closing={{ isAsked, leave: onClose, stay: () => setAsked(false) }}
        onSaved={finish}
      />
    </Modal>
  )
}
