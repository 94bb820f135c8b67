import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { formatted, table } from './output.ts';

interface Deleted {
  kind: string;
  owner: string;
  name: string;
  actor: string;
  deletedTime: string;
  expireTime: string;
}

const kindNames = kinds.filter(isDeclared).map(({ name }) => name);

/** Accepts `Application/shop` and `applications.doorwright.dev/shop`. */
function parse(text: string): { kind: string; name: string } {
  const [written = '', name, ...rest] = text.split('/');
  const plain = written
    .toLowerCase()
    .replace(/\.doorwright\.dev$/, '')
    .replace(/s$/, '');
  if (!name || rest.length > 0 || !kindNames.includes(plain))
    throw new CommandError(`«${text}» is not <kind>/<name> with a kind of ${kindNames.join(', ')}.`);
  return { kind: plain, name };
}

export const undelete: Command = {
  usage: '[<kind>/<name>]',
  summary: 'Brings back what was deleted within seven days; without a name, lists it',
  options: {},
  help: `It comes back as it was, secrets included, and nothing declares it: a resource takes it over by its adoptionPolicy.
Exit codes: 0 done, 1 there is no such object to bring back, its name is taken, or the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  mostArguments: 1,
  async run({ arguments: [wanted], options: { output }, api, screen }) {
    if (wanted === undefined) {
      const { items } = await api.ask<{ items: Deleted[] }>({ method: 'GET', path: '/deleted' });
      const rows = items.map(({ kind, name, actor, deletedTime, expireTime }) => [
        `${kind}/${name}`,
        actor,
        deletedTime,
        expireTime,
      ]);
      if (output !== 'table') screen.out(formatted(String(output), { items }));
      else if (rows.length === 0) screen.note('Nothing was deleted within the last seven days.');
      else screen.out(table(['OBJECT', 'DELETED BY', 'AT', 'GONE FOR EVER AT'], rows));
      return 0;
    }
    const { kind, name } = parse(wanted);
    const path = `/${kind}/admin/${encodeURIComponent(name)}/undelete`;
    const { object } = await api.ask<ObjectState>({ method: 'POST', path });
    if (output === 'table') screen.out(`${screen.paint('green', `${kind}/${name}`)} is back; nothing declares it yet`);
    else screen.out(formatted(String(output), object));
    return 0;
  },
};
