import { kinds } from '@doorwright/crds';
import { type ImportedKind, importedKinds, importedObject } from '@doorwright/crds/options/imported.ts';
import { type Format, type ImportedObject, isLoss, type Loss, type Place } from '@doorwright/transfer/contract.ts';
import { expect } from 'vitest';

export interface Read {
  objects: ImportedObject[];
  losses: Loss[];
}

/** Reads everything, and checks what holds for each format: the form of the contract, the words of the model, and the order of kinds. */
export async function readItems(format: Format, place: Place, organization?: string): Promise<Read> {
  const read: Read = { objects: [], losses: [] };
  for await (const item of format.read(place, { organization }))
    if (isLoss(item)) read.losses.push(item);
    else read.objects.push(item);
  for (const object of read.objects) expect(problemsOf(object), `${object.kind} from ${object.from}`).toEqual([]);
  const order = read.objects.map(({ kind }) => importedKinds.indexOf(kind as ImportedKind));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  return read;
}

/** The problems of an object with the contract and the model. */
function problemsOf(object: ImportedObject): unknown[] {
  importedObject.parse(object);
  const kind = kinds.find(({ name }) => name === object.kind);
  const whole = { createdTime: '2026-01-01T00:00:00Z', version: 1, ...(object.fields as object) };
  const read = kind?.schema.safeParse(whole);
  if (!read?.success) return read?.error.issues ?? ['no such kind'];
  const unknown = Object.keys(whole).filter((name) => !(name in (kind?.schema.shape ?? {})));
  return [...unknown, ...(kind?.check?.(read.data as never) ?? [])];
}

export const named = ({ objects }: Read, kind: ImportedKind, name: string): ImportedObject | undefined =>
  objects.find((object) => object.kind === kind && object.fields.name === name);

/** The losses of one object, each in a line. */
export const lossesOf = ({ losses }: Read, from: string): string[] =>
  losses.filter((loss) => loss.from === from).map(({ lost }) => lost);
