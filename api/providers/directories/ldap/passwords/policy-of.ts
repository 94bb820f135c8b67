import { type Entry, EqualityFilter } from 'ldapts';
import type { Egress } from '../../../../core/egress/gate.ts';
import { SourceError } from '../../contract.ts';
import { partsOf } from '../entries/dns.ts';
import { numberOf, textOf, type Values, valuesOf } from '../entries/values.ts';
import { anything } from '../filters.ts';
import { readRoot } from '../root-entry.ts';
import type { LdapSource } from '../source.ts';
import { connectAsAdmin, type LdapConnection } from '../wire/connect.ts';
import { findByKey } from './find-person.ts';

/** What the directory demands of a new password. A rule that it does not tell is missing. */
export interface DirectoryPolicy {
  minLength?: number;
  /** Former passwords that may not come back. */
  history?: number;
  /** Seconds between two changes. */
  minAgeSeconds?: number;
  /** Kinds of characters of which some are needed. */
  minClasses?: number;
}

type Names = Record<keyof DirectoryPolicy, string>;

const ppolicy: Names = {
  ...{ minLength: 'pwdMinLength', history: 'pwdInHistory', minAgeSeconds: 'pwdMinAge', minClasses: '' },
};
const kerberos: Names = {
  ...{ minLength: 'krbPwdMinLength', history: 'krbPwdHistoryLength', minAgeSeconds: 'krbMinPwdLife' },
  minClasses: 'krbPwdMinDiffChars',
};
const directory389: Names = {
  ...{ minLength: 'passwordMinLength', history: 'passwordInHistory', minAgeSeconds: 'passwordMinAge' },
  minClasses: 'passwordMinCategories',
};

function policyFrom(values: Values, names: Names): DirectoryPolicy {
  const told = Object.entries(names).flatMap(([rule, attribute]) => {
    const number = attribute && numberOf(values, attribute);
    return number ? [[rule, Number(number)]] : [];
  });
  return Object.fromEntries(told);
}

const hundredNanoseconds = 10_000_000n;
const complexity = 1n;

/** The policy of a domain. Active Directory writes times as negative numbers. */
function policyOfDomain(values: Values): DirectoryPolicy {
  const age = numberOf(values, 'minPwdAge') ?? 0n;
  const isComplex = ((numberOf(values, 'pwdProperties') ?? 0n) & complexity) > 0n;
  return {
    ...policyFrom(values, {
      minLength: 'minPwdLength',
      history: 'pwdHistoryLength',
      minAgeSeconds: '',
      minClasses: '',
    }),
    ...(age < 0n && age > -(2n ** 62n) && { minAgeSeconds: Number(-age / hundredNanoseconds) }),
    ...(isComplex && { minClasses: 3 }),
  };
}

/** An entry that the source's name may not read, or that is missing, tells nothing. */
async function read(connection: LdapConnection, base: string, attributes: readonly string[]): Promise<Values> {
  try {
    const [entry] = await connection.search({ base, scope: 'base', filter: anything, attributes });
    return valuesOf(entry ?? ({ dn: base } as Entry));
  } catch (error) {
    const isRefused = error instanceof SourceError && ['ldap-no-base', 'ldap-no-access'].includes(error.problem.code);
    if (!isRefused) throw error;
    return new Map();
  }
}

const asked = (names: Names) => Object.values(names).filter(Boolean);

/** The policy that the person's own entry names, or that of the whole directory. */
async function policyThere(connection: LdapConnection, source: LdapSource, dn: string): Promise<DirectoryPolicy> {
  const named = await read(connection, dn, ['pwdPolicySubentry', 'krbPwdPolicyReference', 'passwordPolicySubentry']);
  const [own, kerberosOwn] = [textOf(named, 'pwdPolicySubentry'), textOf(named, 'krbPwdPolicyReference')];
  if (own) {
    const values = await read(connection, own, [...asked(ppolicy), ...asked(directory389)]);
    return { ...policyFrom(values, directory389), ...policyFrom(values, ppolicy) };
  }
  if (source.directoryType === 'FreeIPA') {
    const base = kerberosOwn || `cn=global_policy,${kerberosRealmOf(source)}`;
    return policyFrom(await read(connection, base, asked(kerberos)), kerberos);
  }
  if (source.directoryType === '389 Directory Server')
    return policyFrom(await read(connection, 'cn=config', asked(directory389)), directory389);
  return onlyPolicy(connection, source);
}

/** OpenLDAP does not tell its default policy. If the directory has only one, it is this. */
async function onlyPolicy(connection: LdapConnection, source: LdapSource): Promise<DirectoryPolicy> {
  const filter = new EqualityFilter({ attribute: 'objectClass', value: 'pwdPolicy' });
  const base = suffixOf(source) || source.baseDn;
  try {
    const [one, ...others] = await connection.search({ base, filter, attributes: asked(ppolicy), atMost: 2 });
    return one && others.length === 0 ? policyFrom(valuesOf(one), ppolicy) : {};
  } catch (error) {
    if (error instanceof SourceError) return {};
    throw error;
  }
}

const domainOf = ({ baseDn }: LdapSource) => partsOf(baseDn).filter(({ attribute }) => attribute === 'dc');
const suffixOf = (source: LdapSource) =>
  domainOf(source)
    .map(({ value }) => `dc=${value}`)
    .join(',');

/** FreeIPA keeps the realm in an entry named like the domain in capitals. */
const kerberosRealmOf = (source: LdapSource) =>
  `cn=${domainOf(source)
    .map(({ value }) => value.toUpperCase())
    .join('.')},cn=kerberos,${suffixOf(source)}`;

/** What the directory demands of the next password of a person. */
export async function policyOf(
  source: LdapSource,
  key: string,
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<DirectoryPolicy> {
  const connection = await connectAsAdmin(source, egress, signal);
  try {
    const [found] = await findByKey(connection, source, key);
    if (!found) return {};
    if (found.template.passwords !== 'unicodePwd') return await policyThere(connection, source, found.dn);
    const root = await readRoot(connection, source);
    const attributes = ['minPwdLength', 'pwdHistoryLength', 'minPwdAge', 'pwdProperties'];
    return policyOfDomain(await read(connection, textOf(root, 'defaultNamingContext'), attributes));
  } finally {
    await connection.close();
  }
}
