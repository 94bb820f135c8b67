import type { ExportedUser, ExportedUsers } from '@doorwright/crds/options/imported.ts';
import type { Loss } from '@doorwright/transfer/contract.ts';
import { isPiece } from '@doorwright/transfer/export/contract.ts';
import { targets } from '@doorwright/transfer/export/targets.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { CommandApi } from './api.ts';
import { CommandError } from './command-error.ts';
import type { Screen } from './output.ts';
import { WrittenFiles } from './written-files.ts';

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

/** Writes the people of an organization as another product takes them. Returns the exit code. */
export async function exportUsers(api: CommandApi, { organization, product, folder }: Wanted, screen: Screen) {
  const write = Object.hasOwn(targets, product) ? targets[product] : undefined;
  if (!write) throw new CommandError(`--users takes ${Object.keys(targets).join(', ')}.`);
  const path = `/organization/admin/${encodeURIComponent(organization)}`;
  const { object } = await api.ask<ObjectState>({ method: 'GET', path });
  const files = new WrittenFiles(folder);
  const losses: Loss[] = [];
  let count = 0;
  async function* counted() {
    for await (const user of usersOf(api, organization)) {
      count++;
      yield user;
    }
  }
  const { displayName, phonePrefix } = object as Record<string, string>;
  try {
    for await (const each of write(counted(), { name: organization, displayName, phonePrefix }))
      if (isPiece(each)) await files.append(each.file, each.text);
      else losses.push(each);
  } finally {
    await files.close();
  }
  for (const { from, lost, why } of losses) screen.note(`${screen.paint('yellow', from)}: ${lost}: ${why}`);
  const people = count === 1 ? 'one person' : `${count} people`;
  const written = files.names.size === 1 ? 'one file' : `${files.names.size} files`;
  screen.out(`${people} of ${organization} in ${written} below ${folder}. They have secrets: keep them safe.`);
  return losses.length > 0 ? 2 : 0;
}
