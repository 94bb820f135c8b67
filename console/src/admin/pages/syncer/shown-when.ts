import type { Row } from '@doorwright/crds';
import type { KindEditor } from '../../editor/kind-editor.ts';

const readsApi = ({ type, keycloakReading }: Row) => type === 'Keycloak' && keycloakReading === 'Admin API';
/** A table is read by SQL: that of a database, or Keycloak's own. */
const readsTable = (object: Row) => object.type !== 'LDAP' && !readsApi(object);
const isFile = (object: Row) => readsTable(object) && object.databaseType === 'sqlite3';
const hasServer = (object: Row) => !isFile(object);

/** Which fields matter for a type of syncer. A file of SQLite has no server and no account. */
export const shownWhen: NonNullable<KindEditor['shownWhen']> = {
  keycloakReading: ({ type }) => type === 'Keycloak',
  realm: ({ type }) => type === 'Keycloak',
  databaseType: readsTable,
  host: hasServer,
  port: hasServer,
  sslMode: hasServer,
  caCertificate: (object) => hasServer(object) && object.sslMode === 'verify-full',
  user: hasServer,
  password: hasServer,
  database: (object) => !readsApi(object),
  table: (object) => !readsApi(object),
  tablePrimaryKey: readsTable,
  affiliationTable: readsTable,
};
