import { offeredCategories, offeredTypes } from './described.ts';
import { registrationPage } from './registration-page.ts';

const [category = 'OAuth'] = offeredCategories();
const [type = ''] = offeredTypes(category);

/** A new provider has the first type that people can choose. */
export const providerStarts = { category, type, providerUrl: registrationPage({ category, type }) };
