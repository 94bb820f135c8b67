import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { objectText } from './object-text.ts';
import { formatted, table } from './output.ts';

interface Deleted {
  kind: string;
  owner: string;
  name: string;
  actor: string;
  deletedTime: string;
  expireTime: string;
}

const declaredKinds = kinds.filter(isDeclared);
const kindNames = declaredKinds.map(({ name }) => name);

/** Accepts `Application/shop`, `applications.doorwright.dev/shop` and `ldap/acme/corp`. */
function parse(text: string): { kind: string; owner: string; name: string } {
  const [written = '', ...names] = text.split('/');
  const plain = written
    .toLowerCase()
    .replace(/\.doorwright\.dev$/, '')
    .replace(/s$/, '');
  const kind = declaredKinds.find((each) => each.name === plain);
  const [owner = '', name = '', ...rest] = kind?.owner === 'admin' ? ['admin', ...names] : names;
  if (!kind || !owner || !name || rest.length > 0)
    throw new CommandError(
      `«${text}» is not <kind>/<name> with a kind of ${kindNames.join(', ')}, or ldap/<organization>/<id>.`,
    );
  return { kind: plain, owner, name };
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
      const rows = items.map((item) => [objectText(item), item.actor, item.deletedTime, item.expireTime]);
      if (output !== 'table') screen.out(formatted(String(output), { items }));
      else if (rows.length === 0) screen.note('Nothing was deleted within the last seven days.');
      else screen.out(table(['OBJECT', 'DELETED BY', 'AT', 'GONE FOR EVER AT'], rows));
      return 0;
    }
    const { kind, owner, name } = parse(wanted);
    const path = `/${kind}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/undelete`;
    const { object } = await api.ask<ObjectState>({ method: 'POST', path });
    if (output === 'table')
      screen.out(`${screen.paint('green', objectText({ kind, owner, name }))} is back; nothing declares it yet`);
    else screen.out(formatted(String(output), object));
    return 0;
  },
};
