import type { Losses } from '../reading/losses.ts';
import { isObject, type UserRecord } from './records.ts';

/** Limits of the field. */
const most = 100;
const longestName = 100;
const longestValue = 2000;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Both metadata as properties: `user_metadata.theme`. A nested value is a text of JSON. */
export function propertiesOf(record: UserRecord, losses: Losses): Record<string, string> {
  const entries = ['app_metadata', 'user_metadata'].flatMap((part) => {
    const metadata = record[part];
    return isObject(metadata)
      ? Object.entries(metadata).map(([name, value]) => [`${part}.${name}`, textOf(value ?? '')] as const)
      : [];
  });
  const fits = entries.filter(([name, value]) => name.length <= longestName && value.length <= longestValue);
  for (const [name] of entries.filter((each) => !fits.includes(each)))
    losses.add(`property "${name}"`, `Its name or value is longer than ${longestName} or ${longestValue} characters.`);
  for (const [name] of fits.slice(most)) losses.add(`property "${name}"`, `A user has at most ${most} properties.`);
  return Object.fromEntries(fits.slice(0, most));
}
