import { provider } from '@doorwright/crds/kinds/provider.ts';
import { mappedFields } from '@doorwright/crds/options/mapping-items.ts';
import { defaultCaptcha } from '@doorwright/crds/options/provider-items.ts';
import { providerCategories, typesOf } from '@doorwright/crds/providers/index.ts';
import type { Item } from '../contract.ts';
import { type Losses, lossesOf, quoted } from '../reading/losses.ts';
import type { Original } from './original.ts';
import type { Survey } from './survey.ts';
import { type Fields, nameUnread, takeFields } from './take-fields.ts';

const except = ['cert', 'customScope', 'userMapping', 'audience', 'organizations', 'failingSince', 'problem'];

/** Tells whether a type of the category exists here. */
function isKnown(category: string, type: string): boolean {
  const known = providerCategories.find((each) => each === category);
  return known !== undefined && typesOf(known).some((each) => each === type);
}

const fieldNames: Readonly<Record<string, string>> = { avatarUrl: 'avatar' };

/** Newer versions map claims to fields. The standard mapping of Casdoor is the one here. */
function mappingOf(original: Original, losses: Losses): Fields {
  const entries = Object.entries(original.map('userMapping'))
    .map(([field, claim]) => ({ field: fieldNames[field] ?? field, claim: String(claim ?? '') }))
    .filter(({ claim }) => claim !== '');
  const known = entries.filter(({ field }) => mappedFields.some((each) => each === field));
  const unknown = entries.filter((each) => !known.includes(each)).map(({ field }) => field);
  if (unknown.length > 0) losses.add(`mapping of ${quoted(unknown)}`, 'A provider cannot fill such fields here.');
  return known.length > 0 ? { userMapping: known } : {};
}

/** A provider of one organization is for this one only. */
function audienceOf(owner: string, survey: Survey): Fields {
  const organization = owner === 'admin' ? undefined : survey.organizationOf(owner);
  return organization ? { audience: 'named', organizations: [organization] } : {};
}

function certOf(original: Original, survey: Survey, losses: Losses): Fields {
  const name = original.text('cert');
  if (name === '') return {};
  const cert = survey.certOf(name);
  if (survey.isTaken('cert', 'admin', cert)) return { cert };
  losses.add(`cert "${name}"`, 'There is no such cert.');
  return {};
}

function providerItems(original: Original, survey: Survey): Item[] {
  const [name, owner, category, type] = ['name', 'owner', 'category', 'type'].map((field) => original.text(field)) as [
    string,
    string,
    string,
    string,
  ];
  const losses = lossesOf(`provider "${name}"`);
  if (!isKnown(category, type))
    return [{ from: losses.from, lost: 'the provider', why: `${category} "${type}" does not exist here.` }];
  // Every installation has it, here too.
  if (name === defaultCaptcha.name) {
    survey.claim('provider', 'admin', name);
    return [];
  }
  if (!survey.claim('provider', 'admin', name))
    return [{ from: losses.from, lost: 'the provider', why: 'Another provider has the same name.' }];
  const fields = takeFields({ described: provider.described, original, losses, except });
  // Newer versions have another name for it.
  const customScope = original.text('customScope') || original.text('scopes');
  const own = {
    ...(customScope && { customScope }),
    ...mappingOf(original, losses),
    ...certOf(original, survey, losses),
    ...audienceOf(owner, survey),
  };
  nameUnread(original, losses);
  return [{ kind: 'provider', from: losses.from, fields: { owner: 'admin', name, ...fields, ...own } }, ...losses.all];
}

export const providersOf = (survey: Survey): Item[] =>
  survey.all.provider.flatMap((original) => providerItems(original, survey));
