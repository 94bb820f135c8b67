import type { Row } from '@doorwright/crds';
import { descriptionOf } from '@doorwright/crds/providers/described.ts';
import { typeFields } from '@doorwright/crds/providers/description.ts';
import { describedTypes, providerCategories } from '@doorwright/crds/providers/index.ts';
import { registrationPage } from '@doorwright/crds/providers/registration-page.ts';

const filled = (start: string | boolean = '') =>
  typeof start === 'string' ? start.replaceAll('{origin}', location.origin) : start;

const descriptions = providerCategories.flatMap((category) => describedTypes[category]);

/** The value came from the start of some type, and nobody wrote it. */
const isStart = (field: (typeof typeFields)[number], value: unknown) =>
  descriptions.some(({ starts }) => starts?.[field] !== undefined && filled(starts[field]) === value);

const pages: readonly unknown[] = providerCategories.flatMap((category) =>
  describedTypes[category].map(({ type }) => registrationPage({ category, type })),
);

/** The page of the chosen service, unless somebody wrote an address of their own. */
const followPage = (object: Row) =>
  !object.providerUrl || pages.includes(object.providerUrl) ? { providerUrl: registrationPage(object) } : {};

/** The changes that follow when somebody chooses a type: its starts come in, those of the type before go, and other values stay. */
export function followType(object: Row): Record<string, unknown> {
  const { starts = {} } = descriptionOf(object) ?? {};
  const changed = typeFields
    .filter((field) => (object[field] ? isStart(field, object[field]) : starts[field] !== undefined))
    .map((field) => [field, starts[field] === undefined && object[field] === true ? false : filled(starts[field])]);
  return { subType: '', ...followPage(object), ...Object.fromEntries(changed) };
}
