import type { APIRequestContext, Dialog, Page } from '@playwright/test'
import { type FaultForm, faultForms } from './fault-forms.ts'
import { endSessionElsewhere, faults, recordEffects, signInAgain } from './faults.ts'
import type { Owner } from './people.ts'
import { expect, test } from './quiet.ts'

test.describe.configure({ timeout: 150_000 })
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 20_000 })

for (const form of faultForms) {
  const title = 'API down, 503, offline say so in French and lose nothing'
  if (form.leavesByItself) {
    test(`F29 Q-124 ${form.name}: ${title}; each leaves once, by itself`, async ({ page, request }) => {
      const owner = await openFilled(page, request, form)
      for (const [done, fault] of faults.entries()) {
        await test.step(fault.name, async () => {
          await fault.begin(page)
          await form.send(page)
          await expect(page.getByText(fault.ofQueued ?? fault.sentence).last()).toBeVisible()
          await form.expectKept(page)
          expect(await form.count(request, owner)).toBe(done)
          await fault.end(page)
          await expect.poll(() => form.count(request, owner), { timeout: 30_000 }).toBe(done + 1)
          await form.fill(page)
        })
      }
    })
    continue
  }

  test(`F29 ${form.name}: ${title}; sent twice at last, done once`, async ({ page, request }) => {
    const owner = await openFilled(page, request, form)
    for (const fault of faults) {
      await test.step(fault.name, async () => {
        await fault.begin(page)
        await form.send(page)
        await expect(page.getByRole('alert').filter({ hasText: fault.sentence }).first()).toBeVisible()
        await form.expectKept(page)
        await fault.end(page)
        expect(await form.count(request, owner)).toBe(0)
      })
    }
    const effects = recordEffects(page)
    await form.send(page, 2)
    await form.expectDone(page)
    expect(await form.count(request, owner)).toBe(1)
    expect(new Set(effects).size).toBe(effects.length)
  })

  test(`F29 ${form.name} at 1280 px: neither the back button nor the end of the session loses what was typed`, {
    tag: '@matrix',
  }, async ({ page, request }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const owner = await openFilled(page, request, form)
    await test.step('back button', () => goBack(page, form))
    await form.expectKept(page)
    await endSessionElsewhere(page, owner)
    await (form.ask ?? form.send)(page)
    const back = await signInAgain(page, owner)
    await form.reopen?.(page)
    await form.expectKept(page)
    await form.send(page)
    await form.expectDone(page)
    expect(await form.count(request, back)).toBe(1)
  })
}

async function openFilled(page: Page, request: APIRequestContext, form: FaultForm): Promise<Owner> {
  const owner = await form.newOwner(request)
  await form.open(page, owner)
  await form.fill(page)
  return owner
}

/** The back button, then staying; where nothing is asked, back to the form that kept what was typed. */
async function goBack(page: Page, { leaving, reopen }: FaultForm): Promise<void> {
  const address = page.url()
  const questions: string[] = []
  const stay = (dialog: Dialog) => {
    questions.push(dialog.message() || dialog.type())
    return dialog.dismiss()
  }
  page.on('dialog', stay)
  await page.evaluate(() => history.back())
  if (leaving === 'kept without asking') {
    await expect(page).not.toHaveURL(address)
    await reopen?.(page)
  } else if (leaving === 'window') {
    const asked = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' })
    await asked.getByRole('button', { name: 'Rester sur la page' }).click()
  } else {
    const question = 'Vos modifications ne sont pas enregistrées. Quitter cette page ?'
    await expect.poll(() => questions).toEqual([leaving === 'unload' ? 'beforeunload' : question])
  }
  await expect(page).toHaveURL(address)
  page.off('dialog', stay)
}
