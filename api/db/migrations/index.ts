// Written by `npm run generate`: every migration, oldest first.
import * as m0 from './20261121000000_first_tables.ts';
import * as m1 from './20261121070514_clients_and_consent.ts';
import * as m2 from './20261121074128_manifest_reports.ts';

export const migrations = [
  { name: '20261121000000_first_tables', ...m0 },
  { name: '20261121070514_clients_and_consent', ...m1 },
  { name: '20261121074128_manifest_reports', ...m2 },
];
