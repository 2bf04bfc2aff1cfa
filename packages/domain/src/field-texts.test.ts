import { expect, test } from 'vitest'
import { companyFieldTexts } from './company/company.refusals.fr.ts'
import { fieldTexts } from './field-texts.fr.ts'
import { instantsFieldTexts } from './instants/instants.refusals.fr.ts'
import { ordersFieldTexts } from './orders/orders.refusals.fr.ts'
import { registrationFieldTexts } from './registration/registration.refusals.fr.ts'

test('E-079 a key has one sentence, whichever feature declares it', () => {
  for (const texts of [companyFieldTexts, instantsFieldTexts, ordersFieldTexts, registrationFieldTexts]) {
    expect(fieldTexts).toMatchObject(texts)
  }
})
