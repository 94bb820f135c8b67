import type { ReadOptions } from '../contract.ts';
import type { Original } from './original.ts';
import { type SmallKind, type Source, smallKinds } from './source.ts';

/** The organization of Casdoor's own administrators. Here too its people administer everything. */
export const platform = 'built-in';

/** The cert with this name here is the platform's own, with another key. */
const ownCert = 'cert-built-in';

/** What is known of the source before its objects are read one after the other. */
export interface Survey {
  source: Source;
  all: Readonly<Record<SmallKind, readonly Original[]>>;
  /** The organization here that takes what belongs to one there. */
  organizationOf(owner: string): string | undefined;
  /** The organization that takes everything, if the caller named one. */
  only: string | undefined;
  /** The name of a cert here. */
  certOf(name: string): string;
  /** An id here: `owner/name` with the organization that takes the object. */
  idOf(id: string): string | undefined;
  /** Says that an object is taken under this name. False if another one has it. */
  claim(kind: string, owner: string, name: string): boolean;
  isTaken(kind: string, owner: string, name: string): boolean;
  /** Says that an object is left out. Its name here can belong to another one, which must not get what it had. */
  leaveOut(kind: string, id: string): void;
  isLeftOut(kind: string, id: string): boolean;
}

/** A free name for Casdoor's own cert. */
function nameForCert(certs: readonly Original[]): string {
  const taken = new Set(certs.map((cert) => cert.text('name')));
  let name = 'cert-casdoor';
  for (let number = 2; taken.has(name); number++) name = `cert-casdoor-${number}`;
  return name;
}

export async function survey(source: Source, { organization: only }: ReadOptions): Promise<Survey> {
  const lists = await Promise.all(smallKinds.map(async (kind) => [kind, await source.all(kind)] as const));
  const all = Object.fromEntries(lists) as Record<SmallKind, readonly Original[]>;
  const known = new Set(all.organization.map((each) => each.text('name')));
  const certName = nameForCert(all.cert);
  const claimed = new Set<string>();
  const leftOut = new Set<string>();
  const key = (...parts: string[]) => JSON.stringify(parts);

  function organizationOf(owner: string): string | undefined {
    if (only) return only;
    return owner !== platform && known.has(owner) ? owner : undefined;
  }

  return {
    ...{ source, all, only, organizationOf },
    certOf: (name) => (name === ownCert || name === '' ? certName : name),
    idOf(id) {
      const [, owner = '', name = ''] = id.match(/^([^/]+)\/([^/]+)$/) ?? [];
      const organization = organizationOf(owner);
      return organization && `${organization}/${name}`;
    },
    claim(kind, owner, name) {
      if (claimed.has(key(kind, owner, name))) return false;
      claimed.add(key(kind, owner, name));
      return true;
    },
    isTaken: (kind, owner, name) => claimed.has(key(kind, owner, name)),
    leaveOut: (kind, id) => void leftOut.add(key(kind, id)),
    isLeftOut: (kind, id) => leftOut.has(key(kind, id)),
  };
}
