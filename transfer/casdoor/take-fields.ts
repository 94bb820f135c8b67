import { instant } from '@doorwright/crds/field.ts';
import { alsoImported } from '@doorwright/crds/options/imported.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import type { Losses } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';

export type Fields = Record<string, unknown>;

interface Taking {
  /** The kind here. Its fields have the words of Casdoor. */
  described: readonly FieldDescription[];
  original: Original;
  losses: Losses;
  /** Fields that have a rule of their own. */
  except: readonly string[];
}

const moment = instant();

const isMoment = (text: string) => moment.safeParse(text).success;

function takeText({ name, type, schema }: FieldDescription, original: Original, losses: Losses): string | undefined {
  const text = original.text(name);
  if (text === '') return;
  if (schema.enum && !schema.enum.includes(text)) {
    losses.add(`${name} "${text}"`, `It can only be ${schema.enum.filter(Boolean).join(', ')}.`);
    return;
  }
  if (type === 'moment' && !isMoment(text)) {
    losses.add(`${name} "${text}"`, 'It is no moment in time.');
    return;
  }
  return text;
}

function takeNumber({ name }: FieldDescription, original: Original): number | undefined {
  if (!original.has(name)) return;
  const value = original.number(name);
  return Number.isFinite(value) ? Math.round(value) : undefined;
}

function takeMap(name: string, original: Original): Fields | undefined {
  const entries = Object.entries(original.map(name)).map(([key, value]) => [key, String(value)]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function takeList(name: string, original: Original): string[] | undefined {
  const texts = textsOf(original, name);
  return texts.length > 0 ? texts : undefined;
}

function fieldValue(field: FieldDescription, original: Original, losses: Losses): unknown {
  const { name, type } = field;
  if (type === 'boolean') return original.has(name) ? original.flag(name) : undefined;
  if (type === 'integer' || type === 'number') return takeNumber(field, original);
  if (type === 'array') return takeList(name, original);
  if (type === 'object') return takeMap(name, original);
  return takeText(field, original, losses);
}

/** Fields that only the server sets, and that an import brings all the same. */
const known = new Set(['createdTime', ...(alsoImported.user ?? [])]);

/** The fields that a kind here shares with the object. Empty values are left out, so that they have the default here. */
export function takeFields({ described, original, losses, except }: Taking): Fields {
  const left = new Set(['owner', 'name', 'version', ...except]);
  const fields: Fields = {};
  for (const field of described) {
    if (field.computed || left.has(field.name) || (field.serverSet && !known.has(field.name))) continue;
    const value = fieldValue(field, original, losses);
    if (value !== undefined) fields[field.name] = value;
  }
  return fields;
}

/** Values that say nothing outside of the installation that they come from. */
const ofInstallation = ['owner', 'name', 'organizationObj', 'createdTime', 'updatedTime', 'provider'];

/** Names everything that was not read as lost, so that no value disappears without a word. */
export function nameUnread(original: Original, losses: Losses, ignored: readonly string[] = []): void {
  const known = new Set([...ofInstallation, ...ignored]);
  const unread = original.unread().filter((name) => !known.has(name));
  if (unread.length > 0)
    losses.add(
      `values of ${unread.join(', ')}`,
      'Doorwright has no such fields. Settings of its own may replace them.',
    );
}
