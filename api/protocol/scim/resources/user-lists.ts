import { isPhoneIn } from '@doorwright/crds/values/written-forms.ts';
import { storedNumber } from '../../../kinds/user/phone-spellings.ts';
import type { Doc } from '../document/normalized.ts';
import { filled, listOf, type Mapping, mainOf, orUndefined } from './mapping.ts';

/** The list with another main value. Without a value, that entry is gone. */
function withMain(sent: unknown, main: Doc | undefined, value: Doc | undefined, fresh: Doc): Doc[] | undefined {
  const others = listOf(sent);
  const at = main ? others.indexOf(main) : -1;
  const entry = value && { ...(main ?? fresh), ...value };
  const own = entry ? [entry] : [];
  const list = at < 0 ? [...own, ...others] : others.flatMap((each, i) => (i === at ? own : [each]));
  return list.length > 0 ? list : undefined;
}

const emails: Mapping = {
  attribute: 'emails',
  write: (doc) => filled({ email: mainOf(listOf(doc.emails))?.value }),
  read: ({ email }, sent) =>
    withMain(sent, mainOf(listOf(sent)), email ? { value: email } : undefined, { type: 'work', primary: true }),
};

const mobileOf = (value: unknown) => listOf(value).find(({ type }) => type === 'mobile');

/** People sign in with a number of their own. A number that the organization would refuse stays in the attribute only. */
const phoneNumbers: Mapping = {
  attribute: 'phoneNumbers',
  write(doc, rules) {
    const number = storedNumber(String(mobileOf(doc.phoneNumbers)?.value ?? ''), rules.phonePrefix);
    return isPhoneIn(number, rules) ? { phone: number } : {};
  },
  read: ({ phone }, sent) => withMain(sent, mobileOf(sent), phone ? { value: phone } : undefined, { type: 'mobile' }),
};

const photos: Mapping = {
  attribute: 'photos',
  write: (doc) => filled({ avatar: mainOf(listOf(doc.photos), 'photo')?.value }),
  read: ({ avatar, isDefaultAvatar }, sent) =>
    withMain(sent, mainOf(listOf(sent), 'photo'), avatar && !isDefaultAvatar ? { value: avatar } : undefined, {
      type: 'photo',
    }),
};

const isCountry = (value: unknown) => typeof value === 'string' && /^[A-Z]{2}$/.test(value);

const addresses: Mapping = {
  attribute: 'addresses',
  write(doc) {
    const { locality, country } = mainOf(listOf(doc.addresses)) ?? {};
    return filled({ location: locality, ...(isCountry(country) && { region: country }) });
  },
  read({ location, region }, sent) {
    const parts = filled({ locality: location, country: region });
    return withMain(sent, mainOf(listOf(sent)), orUndefined(parts), { type: 'work' });
  },
};

/** The attributes of which a user has one value, and a program sends several. */
export const listMappings: readonly Mapping[] = [emails, phoneNumbers, photos, addresses];
