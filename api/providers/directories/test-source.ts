import type { SourceObject, SourceProblem } from './contract.ts';
import type { ReaderDeps } from './database/reader.ts';
import { masked } from './ldap/masked.ts';
import { sourceOfLdap, sourceOfSyncer } from './ldap/source.ts';
import { testLdap } from './ldap/test-ldap.ts';
import { openReader } from './open-reader.ts';
import { testReader } from './test-reader.ts';

export interface Tested {
  problem: SourceProblem | null;
  /** The first five, with masked values. */
  people: Record<string, string>[];
}

/** Tries the settings of a source. A directory names the part that is wrong: its address, its certificate, the name, the base, the filter. */
export async function testSource(source: SourceObject, deps: ReaderDeps): Promise<Tested> {
  if (source.kind === 'ldap') return testLdap(sourceOfLdap(source.object), deps.egress);
  if (source.object.type === 'LDAP') return testLdap(sourceOfSyncer(source.object), deps.egress);
  return testReader((signal) => openReader(source, { ...deps, signal }), masked);
}
