import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChoice } from './establishment.ts'

const own = ['a', 'b', 'c'].map((companyId) => ({ companyId }))

/** The storage of one tab, and that of the device, as the browser keeps them over a reload. */
function tabStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

function deviceStorage() {
  let kept: { key: string; companyId: string }[] = []
  return {
    read: async () => kept,
    put: async (item: { key: string; companyId: string }) => {
      kept = [item]
    },
    clear: async () => {
      kept = []
    },
  }
}

/** A tab as the router has it: a page loaded for one establishment shows its name and writes under its id. */
function openTab(device: ReturnType<typeof deviceStorage>) {
  const storage = tabStorage()
  let choice = createChoice(storage, device)
  let name = ''
  const load = async (asked?: string) => {
    choice = createChoice(storage, device)
    const opened = await choice.open(own, asked)
    name = opened && opened !== 'other' ? opened.companyId : 'nothing'
  }
  return {
    load,
    /** A link in the page; the document is loaded anew when another establishment is asked for. */
    follow: async (asked?: string) => {
      if ((await choice.open(own, asked)) === 'other') await load(asked)
    },
    shown: () => name,
    written: () => choice.current(),
  }
}

test('U-039 U-042 ten thousand random switches, links and reloads of two tabs never write under another name than the one shown', async () => {
  const step = fc.record({
    tab: fc.constantFrom(0, 1),
    act: fc.constantFrom('load' as const, 'follow' as const),
    asked: fc.constantFrom('a', 'b', 'c', undefined),
  })
  const run = async (steps: { tab: number; act: 'load' | 'follow'; asked: string | undefined }[]) => {
    const device = deviceStorage()
    const tabs = [openTab(device), openTab(device)] as const
    for (const tab of tabs) await tab.load()
    for (const { tab: index, act, asked } of steps) {
      const [moved, other] = index === 0 ? tabs : [tabs[1], tabs[0]]
      const [before, still] = [moved.shown(), other.shown()]
      await moved[act](asked)
      expect(moved.shown()).toBe(asked ?? before)
      expect(other.shown()).toBe(still)
      for (const tab of tabs) expect(tab.written()).toBe(tab.shown())
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 100 }), run), { numRuns: 100 })
})

test('U-039 a new tab opens on the last establishment of the device; a signed-out one remembers nothing', async () => {
  const [storage, device] = [tabStorage(), deviceStorage()]
  const first = createChoice(storage, device)
  await first.open(own, 'b')
  const second = createChoice(tabStorage(), device)
  expect(await second.open(own)).toEqual({ companyId: 'b' })
  first.forget()
  expect(await createChoice(storage, device).open(own)).toEqual({ companyId: 'a' })
})

test('U-040 one that is not one’s own is opened nowhere, and the tab keeps its own', async () => {
  const choice = createChoice(tabStorage(), deviceStorage())
  await choice.open(own, 'c')
  expect(await choice.open(own, 'z')).toBeUndefined()
  expect(choice.current()).toBe('c')
})
