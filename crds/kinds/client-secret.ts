import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

const application = text('Application', {
  about: 'Application that proves itself with it.',
  refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
});

/** The previous secret of an application, valid until its end. A row without end and secret has the last use of the present secret. */
export const clientSecret = defineKind({
  kind: 'ClientSecret',
  about: 'A secret of an application that is being replaced, and when each of its secrets was used.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    application,
    secret: text('Secret', { about: 'The secret; empty for the present one.', max: 200, secret: 'hidden' }),
    notAfter: moment('Not after', { about: 'When it ends; empty for the present one.' }),
    lastUsedTime: moment('Last used', { about: 'When it was last right, to the minute.' }),
  },
});

export type ClientSecret = z.infer<typeof clientSecret.schema>;
