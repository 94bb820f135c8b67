import { isIP } from 'node:net';
import type { FieldProblem } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';

/** A single host: no path of a socket, no list, and no port. */
const isOneHost = (host: string) => isIP(host) > 0 || /^[\p{L}\p{N}_.-]*$/u.test(host);
/** Characters that clients would read as a connection string. */
const connection = /[\s:/=?@\p{Cc}]/u;

function checkConnection(draft: Draft): Draft {
  const problems: FieldProblem[] = [];
  if (!isOneHost(String(draft.host))) problems.push({ field: 'host', code: 'not-one-host' });
  if (connection.test(String(draft.database))) problems.push({ field: 'database', code: 'not-database-name' });
  if (problems.length > 0) throw invalid(problems);
  return draft;
}

export const adapterHooks: Hooks = {
  beforeAdd: checkConnection,
  beforeUpdate: checkConnection,
};
