import { type Reader, SourceError, type SourceObject } from './contract.ts';
import { openDatabaseReader, type ReaderDeps } from './database/reader.ts';
import { openLdap } from './ldap/reader.ts';
import { sourceOfLdap, sourceOfSyncer } from './ldap/source.ts';

/** Opens the connection to a source. Its object has its secrets. */
export async function openReader(source: SourceObject, deps: ReaderDeps): Promise<Reader> {
  if (source.kind === 'ldap') return openLdap(sourceOfLdap(source.object), deps.egress, deps.signal);
  switch (source.object.type) {
    case 'LDAP':
      return openLdap(sourceOfSyncer(source.object), deps.egress, deps.signal);
    case 'Database':
      return openDatabaseReader(source.object, deps);
    case 'Keycloak':
      throw new SourceError({ code: 'database-incomplete', params: { field: 'type' }, field: 'type' });
  }
}
