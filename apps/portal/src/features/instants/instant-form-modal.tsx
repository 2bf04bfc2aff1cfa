import { type InstantKind, kindNames } from '@parvis/domain/instants/kind'
import { useEffect, useRef, useState } from 'react'
import { useCompany } from '../../lib/session.ts'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InstantFormView } from './form/instant-form-view.tsx'
import { emptyValues, type Publication } from './form/instant-values.ts'
import type { Closing } from './form/leave-dialog.tsx'
import { savedTexts } from './kinds.fr.ts'

type InstantFormModalProps = {
  /** The form to show; closed when absent. */
  kind: InstantKind | undefined
  onClose: () => void
}

/** The instant form in a dialog over another screen; saved, it shows a toast and closes. */
export function InstantFormModal({ kind, onClose }: InstantFormModalProps) {
  const [isAsked, setAsked] = useState(false)
  const leave = () => {
    setAsked(false)
    onClose()
  }
  const title = kind ? kindNames[kind].new : ''
  return (
    <Modal opened={kind !== undefined} onClose={() => setAsked(true)} title={title} fullScreen keepOpen>
      {kind ? <ModalForm kind={kind} closing={{ isAsked, leave, stay: () => setAsked(false) }} /> : null}
    </Modal>
  )
}

function ModalForm({ kind, closing }: { kind: InstantKind; closing: Closing }) {
  const company = useCompany()
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
    if (isShown.current) closing.leave()
  }
  return <InstantFormView kind={kind} initial={emptyValues(kind, company)} closing={closing} onSaved={finish} />
}
