import { expect, test } from 'vitest'
import { companyFieldTexts } from './company/company.field-texts.fr.ts'
import { fieldTexts } from './field-texts.fr.ts'
import { instantsFieldTexts } from './instants/instants.field-texts.fr.ts'
import { ordersFieldTexts } from './orders/orders.field-texts.fr.ts'
import { registrationFieldTexts } from './registration/registration.field-texts.fr.ts'

test('E-079 a key has one sentence, whichever feature declares it', () => {
  for (const texts of [companyFieldTexts, instantsFieldTexts, ordersFieldTexts, registrationFieldTexts]) {
    expect(fieldTexts).toMatchObject(texts)
  }
})
