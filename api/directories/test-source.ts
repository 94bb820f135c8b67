import type { Egress } from '../core/egress/gate.ts';
import type { SourceObject } from './contract.ts';
import { sourceOfLdap, sourceOfSyncer } from './ldap/source.ts';
import { type Tested, testLdap } from './ldap/test-ldap.ts';

/** Tries the settings of a source. Undefined for a type that cannot be tried. */
export function testSource(source: SourceObject, egress: Egress): Promise<Tested> | undefined {
  if (source.kind === 'ldap') return testLdap(sourceOfLdap(source.object), egress);
  if (source.object.type === 'LDAP') return testLdap(sourceOfSyncer(source.object), egress);
  return undefined;
}
