import { useLocation } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'

/** Shown once to who tried to register again (R-033, AMB-27). */
export function OwnerNotice() {
  const { state } = useLocation()
  if (!state.alreadyOwner) return null
  return (
    <Alert tone="info">Vous possédez déjà un établissement. Utilisez l’application mobile pour le mettre à jour.</Alert>
  )
}
