import type { TypeDescription } from '../description.ts';

export const defaultEmail = {
  type: 'Default',
  offered: true,
  about: 'Sends mail through any mail server (SMTP).',
  page: 'https://www.rfc-editor.org/rfc/rfc5321',
  logo: { letters: '@', color: '#3d5a80' },
  uses: ['clientId', 'clientSecret', 'host', 'port', 'requireTls', 'title', 'content', 'mailTemplates'],
  terms: { clientId: 'username', clientSecret: 'password' },
  required: ['host'],
  secrets: { clientSecret: { fields: ['host', 'port'] } },
  starts: {
    requireTls: true,
    title: 'Verification code',
    content: 'Your verification code is %s. It works for 10 minutes.',
  },
  trial: 'mail',
} as const satisfies TypeDescription;
