import { cacheReads } from '../../../core/cache/cached-reads.ts';
import { factsOf } from '../../../kinds/cert/certificate-facts.ts';
import { endOf, type Found, isSoon, mostOfSource, type Source } from '../notification.ts';
import { listedProvidersOf } from './providers-of.ts';

interface Signer {
  name: string;
  displayName: string;
  /** When its last certificate ends. During a rotation it has the next certificate already, and then nobody needs to act. */
  expireTime: string;
}

/** Identity providers whose certificates end. An organization gets those that its applications list. */
export const signers: Source = (deps) => {
  const read = cacheReads(deps.db, ['provider', 'application'], async (key): Promise<Signer[]> => {
    const [organization] = JSON.parse(key) as string[];
    const rows: Record<'name' | 'display_name' | 'id_p', string>[] = await listedProvidersOf(deps, organization)
      .select('p.name', 'p.display_name', 'p.id_p')
      .where('p.category', 'SAML')
      .whereNot('p.id_p', '');
    return rows.flatMap(({ name, display_name, id_p }) => {
      const last = factsOf(id_p)
        .map(({ expireTime }) => expireTime)
        .sort()
        .at(-1);
      return last ? [{ name, displayName: display_name || name, expireTime: last }] : [];
    });
  });
  return async ({ organization, now }) => {
    const all = (await read(JSON.stringify(organization === undefined ? [] : [organization]))) ?? [];
    const soon = all.filter(({ expireTime }) => isSoon(expireTime, now)).slice(0, mostOfSource);
    return soon.map(({ name, displayName, expireTime }): Found => {
      const { count, ...state } = endOf('signer', expireTime, now);
      const subject = { kind: 'provider', owner: 'admin', name };
      return { ...state, params: { name: displayName, count }, subject, cause: expireTime };
    });
  };
};
