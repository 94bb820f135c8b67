import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedUser, ExportedUsers } from '@doorwright/crds/options/imported.ts';
import type { Loss } from '@doorwright/transfer/contract.ts';
import { isPiece } from '@doorwright/transfer/export/contract.ts';
import { targets } from '@doorwright/transfer/export/targets.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { CommandApi } from './api.ts';
import { CommandError } from './command-error.ts';
import type { Screen } from './output.ts';

interface Wanted {
  organization: string;
  /** The product that takes the people. */
  product: string;
  folder: string;
}

async function* usersOf({ ask }: CommandApi, organization: string): AsyncIterable<ExportedUser> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const path = `/users/${encodeURIComponent(organization)}${query}`;
    const page: ExportedUsers = await ask<ExportedUsers>({ method: 'GET', path, withinMs: 60_000 });
    yield* page.items;
    cursor = page.next;
  }
}

/** Only the caller reads the files: they have digests of passwords and secrets of apps. */
const ownOnly = 0o600;

/** Writes the people of an organization as another product takes them. Returns the exit code. */
export async function exportUsers(api: CommandApi, { organization, product, folder }: Wanted, screen: Screen) {
  const target = Object.hasOwn(targets, product) ? targets[product] : undefined;
  if (!target) throw new CommandError(`--users takes ${Object.keys(targets).join(', ')}.`);
  const path = `/organization/admin/${encodeURIComponent(organization)}`;
  const { object } = await api.ask<ObjectState>({ method: 'GET', path });
  await mkdir(folder, { recursive: true });
  const losses: Loss[] = [];
  let [count, written] = [0, -1];
  let file: FileHandle | undefined;
  async function* counted() {
    for await (const user of usersOf(api, organization)) {
      count++;
      yield user;
    }
  }
  try {
    for await (const each of target.write(counted(), { name: organization, displayName: String(object.displayName) })) {
      if (!isPiece(each)) losses.push(each);
      else {
        if (each.file !== written) {
          await file?.close();
          file = await open(join(folder, target.fileName(each.file)), 'w', ownOnly);
          written = each.file;
        }
        await file?.write(each.text);
      }
    }
  } finally {
    await file?.close();
  }
  for (const { from, lost, why } of losses) screen.note(`${screen.paint('yellow', from)}: ${lost}: ${why}`);
  screen.out(
    `${count} people of ${organization} in ${written + 1} files below ${folder}. They have secrets: keep them safe.`,
  );
  return losses.length > 0 ? 2 : 0;
}
