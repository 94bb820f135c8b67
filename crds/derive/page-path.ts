import type { Kind } from '../define.ts';

/** The segments of an object's address. It contains the owner, except for objects of the platform. */
const segmentsOf = ({ key, owner }: Kind, object: Record<string, unknown>) => {
  if (key === 'id') return [object.id];
  return owner === 'admin' ? [object.name] : [object.owner, object.name];
};

/** The path of an object's page in the console: `/webhooks/audit`. */
export const pagePath = (kind: Kind, object: Record<string, unknown>): string =>
  `/${kind.key === 'id' ? kind.name : kind.plural}/${segmentsOf(kind, object)
    .map((each) => encodeURIComponent(String(each)))
    .join('/')}`;
