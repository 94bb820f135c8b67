import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedKind } from '@doorwright/crds/options/imported.ts';
import { type ImportedObject, type Item, isLoss, type Loss, type Place } from '@doorwright/transfer/contract.ts';
import { keycloak } from '@doorwright/transfer/keycloak/keycloak.ts';
import type { PersonInput, RealmInput } from '@doorwright/transfer/keycloak/representation.ts';
import { onTestFinished } from 'vitest';

export type Export = RealmInput & { users?: PersonInput[] };

/** Writes files into a folder that ends with the test. */
export function folderWith(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-realm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return folder;
}

export const fileWith = (value: unknown): Place => ({
  type: 'file',
  path: join(folderWith({ 'realm.json': value }), 'realm.json'),
});

export interface Found {
  items: Item[];
  objects: ImportedObject[];
  losses: Loss[];
  of(kind: ImportedKind): ImportedObject[];
  /** The fields of the only object of a kind, or of the one whose place ends so. */
  fields(kind: ImportedKind, end?: string): Record<string, unknown>;
  /** What is lost at a place that ends so. */
  lost(end: string): string[];
}

export async function readPlace(place: Place, organization?: string): Promise<Found> {
  const items = await Array.fromAsync(keycloak.read(place, { organization }));
  const objects = items.filter((item): item is ImportedObject => !isLoss(item));
  const losses = items.filter(isLoss);
  const of = (kind: ImportedKind) => objects.filter((each) => each.kind === kind);
  return {
    ...{ items, objects, losses, of },
    fields(kind, end = '') {
      const found = of(kind).filter(({ from }) => from.endsWith(end));
      if (found.length !== 1) throw new Error(`${found.length} objects of ${kind} end with ${end}`);
      return found[0]?.fields ?? {};
    },
    lost: (end) => losses.filter(({ from }) => from.endsWith(end)).map(({ lost }) => lost),
  };
}

/** Reads a realm as people export it, in one file. */
export const readRealm = (realm: Partial<Export>, organization?: string): Promise<Found> =>
  readPlace(fileWith({ realm: 'acme', ...realm }), organization);
