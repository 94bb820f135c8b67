// Written by `npm run generate`: every migration, oldest first.
import * as m0 from './20261121000000_first_tables.ts';
import * as m1 from './20261121054143_applications_tokens_artifacts.ts';

export const migrations = [
  { name: '20261121000000_first_tables', ...m0 },
  { name: '20261121054143_applications_tokens_artifacts', ...m1 },
];
