import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { Reader, SourceObject } from './contract.ts';
import { openDatabaseReader, type ReaderDeps } from './database/reader.ts';
import { openKeycloakApi } from './keycloak/api-reader.ts';
import { openKeycloakDatabase } from './keycloak/database-reader.ts';
import { openLdap } from './ldap/reader.ts';
import { sourceOfLdap, sourceOfSyncer } from './ldap/source.ts';

async function openSyncer(syncer: Syncer, deps: ReaderDeps): Promise<Reader> {
  if (syncer.type === 'LDAP') return openLdap(sourceOfSyncer(syncer), deps.egress, deps.signal);
  if (syncer.type === 'Database') return openDatabaseReader(syncer, deps);
  return syncer.keycloakReading === 'Admin API' ? openKeycloakApi(syncer, deps) : openKeycloakDatabase(syncer, deps);
}

/** Opens the connection to a source. Its object has its secrets. */
export const openReader = async (source: SourceObject, deps: ReaderDeps): Promise<Reader> =>
  source.kind === 'ldap'
    ? openLdap(sourceOfLdap(source.object), deps.egress, deps.signal)
    : openSyncer(source.object, deps);
