import type { Row } from '@doorwright/crds';
import type { KindEditor } from '../../editor/kind-editor.ts';

const isLdap = ({ type }: Row) => type === 'LDAP';
const readsApi = ({ type, keycloakReading }: Row) => type === 'Keycloak' && keycloakReading === 'Admin API';
/** A table is read by SQL: that of a database, or Keycloak's own. */
const readsTable = (object: Row) => !isLdap(object) && !readsApi(object);
/** A file of SQLite has no server and no account. */
const hasServer = (object: Row) => !(readsTable(object) && object.databaseType === 'sqlite3');

/** Which fields matter for a type of syncer. */
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

const inDirectory = (field: string, part: string) => (object: Row) =>
  isLdap(object) ? `editor:syncer.${part}.${field}` : undefined;

/** The account of a directory, or the client of Keycloak's API. */
const ofAccount = (field: string, term: string, part: string) => (object: Row) =>
  readsApi(object) ? `editor:syncer.${part}.${term}` : inDirectory(field, part)(object);

/** A directory has a base and a filter where a database has a name and a table. */
export const labels: NonNullable<KindEditor['labels']> = {
  user: ofAccount('user', 'clientId', 'labels'),
  password: (object) => (readsApi(object) ? 'editor:syncer.labels.clientSecret' : undefined),
  database: inDirectory('database', 'labels'),
  table: inDirectory('table', 'labels'),
  tableColumns: inDirectory('tableColumns', 'labels'),
};

export const help: NonNullable<KindEditor['help']> = {
  user: ofAccount('user', 'clientId', 'help'),
  password: ofAccount('password', 'clientSecret', 'help'),
  database: inDirectory('database', 'help'),
  table: inDirectory('table', 'help'),
  tableColumns: inDirectory('tableColumns', 'help'),
};
