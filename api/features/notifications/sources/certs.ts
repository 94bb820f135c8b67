import { cacheReads } from '../../../core/cache/cached-reads.ts';
import { certExpiries } from '../../../kinds/cert/cert-expiries.ts';
import { endOf, type Found, isSoon, mostOfSource, type Source } from '../notification.ts';

/** Certs near their end. An organization gets those of its applications. */
export const certs: Source = (deps) => {
  const read = cacheReads(deps.db, ['cert', 'application'], (key) =>
    certExpiries(deps, (JSON.parse(key) as string[])[0]),
  );
  return async ({ organization, now }) => {
    const all = (await read(JSON.stringify(organization === undefined ? [] : [organization]))) ?? [];
    const soon = all.filter(({ expireTime }) => isSoon(expireTime, now)).slice(0, mostOfSource);
    return soon.map(({ name, displayName, expireTime }): Found => {
      const { count, ...state } = endOf('cert', expireTime, now);
      const subject = { kind: 'cert', owner: 'admin', name };
      return { ...state, params: { name: displayName || name, count }, subject, cause: expireTime };
    });
  };
};
