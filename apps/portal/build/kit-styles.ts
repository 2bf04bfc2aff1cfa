import type { Plugin } from 'vite'

const classes = /@mantine\/core\/esm\/(?:components|utils)\/.*?(\w+)\.module\.mjs$/

/** Fails the build when a component of Mantine is used whose stylesheet nobody imports: it would come out unstyled. */
export function kitStyles(): Plugin {
  return {
    name: 'parvis:kit-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const used = chunks.flatMap((chunk) => Object.keys(chunk.modules)).flatMap((id) => classes.exec(id)?.[1] ?? [])
      const imported = [...this.getModuleIds()].join('\n')
      const unstyled = [...new Set(used)].filter((name) => !imported.includes(`/core/styles/${name}.layer.css`))
      if (unstyled.length > 0) this.error(`No file imports @mantine/core/styles/ of: ${unstyled.join(', ')}`)
    },
  }
}
