// Written by `npm run generate`: every migration, oldest first.
import * as m0 from './20261121000000_first_tables.ts';

export const migrations = [
  { name: '20261121000000_first_tables', ...m0 },
];
