import { join } from 'node:path';
import {
  mariaDatabase,
  type OtherDatabase,
  postgresDatabase,
  sqliteDatabase,
} from '../api/directories/database/world.ts';
import type { Dialect } from './casdoor/world.ts';

/** A database of another product, with the address that people give to the command. */
export interface ReadDatabase extends OtherDatabase {
  dialect: Dialect;
  url: string;
}

const addressOf = (scheme: string, { place }: OtherDatabase) => {
  const { user, password, host, port, database } = place;
  return `${scheme}://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${database}`;
};

const postgres = async (): Promise<ReadDatabase> => {
  const database = await postgresDatabase();
  return { ...database, dialect: 'postgres', url: addressOf('postgres', database) };
};

const mariadb = async (): Promise<ReadDatabase> => {
  const database = await mariaDatabase();
  return { ...database, dialect: 'mysql', url: addressOf('mariadb', database) };
};

const sqlite = async (): Promise<ReadDatabase> => {
  const database = await sqliteDatabase();
  return { ...database, dialect: 'sqlite', url: `sqlite:${join(database.sqliteFolder ?? '', 'acme', 'people.db')}` };
};

export const databases = [
  { title: 'Postgres', start: postgres },
  { title: 'MariaDB', start: mariadb },
  { title: 'SQLite', start: sqlite },
];
