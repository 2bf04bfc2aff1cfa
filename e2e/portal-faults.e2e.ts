import { faultForms } from './fault-forms.ts'
import { endSessionElsewhere, faults, recordEffects, signInAgain } from './faults.ts'
import { expect, test } from './quiet.ts'

test.describe.configure({ timeout: 150_000 })
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 20_000 })

for (const form of faultForms) {
  test(`F29 ${form.name}: API down, 503, offline say so in French and lose nothing; sent twice at last, done once`, async ({
    page,
    request,
  }) => {
    const owner = await form.newOwner(request)
    await form.open(page, owner)
    await form.fill(page)
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

  test(`F29 ${form.name}: the session ends in the middle; after signing in again what was typed is back`, async ({
    page,
    request,
  }) => {
    const owner = await form.newOwner(request)
    await form.open(page, owner)
    await form.fill(page)
    await endSessionElsewhere(page, owner)
    await form.send(page)
    const back = await signInAgain(page, owner)
    await form.reopen?.(page)
    await form.expectKept(page)
    await form.send(page)
    await form.expectDone(page)
    expect(await form.count(request, back)).toBe(1)
  })
}

for (const form of faultForms.filter(({ leaving }) => leaving !== undefined)) {
  test(`F29 ${form.name}: the back button asks first, and what was typed stays`, async ({ page, request }) => {
    const owner = await form.newOwner(request)
    await form.open(page, owner)
    await form.fill(page)
    const address = page.url()
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      return dialog.dismiss()
    })
    await page.evaluate(() => history.back())
    if (form.leaving === 'window') {
      const asked = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' })
      await asked.getByRole('button', { name: 'Rester sur la page' }).click()
    } else {
      await expect.poll(() => questions).toEqual(['Vos modifications ne sont pas enregistrées. Quitter cette page ?'])
    }
    await expect(page).toHaveURL(address)
    await form.expectKept(page)
    await form.send(page)
    await form.expectDone(page)
    expect(await form.count(request, owner)).toBe(1)
  })
}
