import { ApiRefusal } from '../../api/api-refusal.ts';
import type { CommandApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { allDeclaredObjects, type DeclaredObject } from './declared-objects.ts';
import { objectText } from './object-text.ts';
import { formatted, type Screen, table } from './output.ts';

const state = ({ kind, owner, name, origin }: DeclaredObject) => ({
  object: objectText({ kind: kind.name, owner, name }),
  resource: `${kind.plural}.doorwright.dev ${origin.namespace}/${origin.name}`,
});

/** Somebody else may have released it, or handed it over, since it was listed. */
const isOver = (error: unknown) => error instanceof ApiRefusal && ['NotFound', 'NameConflict'].includes(error.code);

async function letGo({ ask }: CommandApi, { kind, owner, name, uid }: DeclaredObject, to: string | undefined) {
  const path = `/${kind.name}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const call = to
    ? ask({ method: 'POST', path: `${path}/hand-over`, body: { uid, cluster: to } })
    : ask({ method: 'DELETE', path: `${path}?policy=Orphan`, headers: { 'idempotency-key': uid } });
  await call.catch((error) => {
    if (!isOver(error)) throw error;
  });
}

function listClusters(owned: readonly DeclaredObject[], output: string, screen: Screen): number {
  const items = [...Map.groupBy(owned, ({ origin }) => origin.cluster)].map(([cluster, { length }]) => ({
    cluster,
    objects: length,
  }));
  if (output !== 'table') screen.out(formatted(output, { items }));
  else if (items.length === 0) screen.note('No resource declares anything.');
  else
    screen.out(
      table(
        ['CLUSTER', 'OBJECTS'],
        items.map(({ cluster, objects }) => [cluster, String(objects)]),
      ),
    );
  return 0;
}

export const release: Command = {
  usage: '[--cluster <id> [--to <id>] [--yes]]',
  summary: 'Lets go of what a cluster declares that is no more; without --cluster, lists clusters',
  options: { cluster: { type: 'string' }, to: { type: 'string' }, yes: { type: 'boolean' } },
  help: `  --cluster         the uid of the cluster's namespace kube-system, as it was, or folder:<path>
  --to              the uid of the cluster that takes its place: there the resource of the same namespace and name takes each object
                    over, whatever its adoptionPolicy says. Without it the objects are nobody's
  --yes             does it; without it, what it would do is shown

Objects stay as they are, with their credentials and keys. A cluster that still lives loses them: its resources say NameConflict.
Exit codes: 0 done, 2 there is something to do and --yes is missing, 1 the cluster declares nothing, or the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options: { cluster, to, yes, output }, api, screen }) {
    const owned = await allDeclaredObjects(api);
    if (typeof cluster !== 'string') {
      if (to || yes) throw new CommandError('--cluster names the cluster that is no more.');
      return listClusters(owned, String(output), screen);
    }
    if (to === cluster) throw new CommandError('--to names another cluster than --cluster.');
    const items = owned.filter(({ origin }) => origin.cluster === cluster);
    if (items.length === 0) throw new CommandError(`No object is declared from the cluster «${cluster}».`);
    // One after the other, so that an interrupted run can be repeated.
    if (yes) for (const item of items) await letGo(api, item, to ? String(to) : undefined);
    const rows = items.map(state);
    if (output === 'table') screen.out(table(['OBJECT', 'RESOURCE'], rows.map(Object.values)));
    else screen.out(formatted(String(output), { items: rows }));
    const what = to ? `given to the cluster «${to}»` : 'nobody’s';
    screen.note(`${items.length} objects ${yes ? `are ${what} now` : `would be ${what}; --yes does it`}`);
    return yes ? 0 : 2;
  },
};
