import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/trusted-types.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
