import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

const application = text('Application', {
  about: 'Application that uses the secret.',
  refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
});

/** The previous secret of an application, valid until its end. A row without end and secret has the last use of the present secret. */
export const clientSecret = defineKind({
  kind: 'ClientSecret',
  about: 'A secret of an application during its rotation, and the times when each secret was used.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    application,
    secret: text('Secret', { about: 'The secret. Empty for the current one.', max: 200, secret: 'hidden' }),
    notAfter: moment('Not after', { about: 'Time when it expires. Empty for the current one.' }),
    lastUsedTime: moment('Last used', { about: 'Time of the last correct use, to the minute.' }),
  },
});

export type ClientSecret = z.infer<typeof clientSecret.schema>;
