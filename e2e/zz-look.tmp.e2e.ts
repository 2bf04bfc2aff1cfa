import { test } from '@playwright/test'
import { newOwner, signIn } from './people.ts'
test('look', async ({ page }) => { test.setTimeout(300000)
 const owner = await newOwner(page.request); await page.setViewportSize({width:1280,height:900})
 await signIn(page, owner)
 for (const w of [1280,390]) { await page.setViewportSize({width:w,height:w<768?844:900}); for (const p of ['company','editCompany','instants','createService','createAgendaEvent','agenda','messages','marketing','subscription']) { await page.goto('/'+p); await page.waitForTimeout(2500); await page.screenshot({path:`/tmp/art/pg-${p}-${w}.png`,fullPage:p!=='messages'}) } }
})
