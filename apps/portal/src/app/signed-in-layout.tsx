import { Outlet } from '@tanstack/react-router'
import { KitProvider } from '../ui/kit-provider.tsx'
import { Shell } from './shell.tsx'

/** Everything a signed-in page stands in. */
export function SignedInLayout() {
  return (
    <KitProvider>
      <Shell>
        <Outlet />
      </Shell>
    </KitProvider>
  )
}
