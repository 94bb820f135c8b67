import type { TypeDescription } from '../description.ts';

export const xoauth2 = {
  type: 'XOAUTH2',
  offered: true,
  about:
    'Sends mail through Gmail, Microsoft 365 and other mail servers that take a token of OAuth 2 in place of a password.',
  page: 'https://developers.google.com/workspace/gmail/imap/xoauth2-protocol',
  logo: { letters: 'O2', color: '#7a3e00' },
  uses: [
    ...(['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'customTokenUrl', 'customScope'] as const),
    ...(['host', 'port', 'requireTls', 'mailTemplates'] as const),
  ],
  terms: {
    clientId: 'tokenClient',
    clientSecret: 'tokenSecret',
    clientId2: 'mailbox',
    clientSecret2: 'refreshToken',
    customTokenUrl: 'tokenAddress',
    customScope: 'tokenScope',
  },
  required: ['host', 'customTokenUrl', 'clientId', 'clientSecret', 'clientId2'],
  // The token service gets the secrets, and the mail server the token that they bring.
  secrets: {
    clientSecret: { fields: ['customTokenUrl', 'host', 'port'] },
    clientSecret2: { fields: ['customTokenUrl', 'host', 'port'] },
  },
  starts: {
    host: 'smtp.gmail.com',
    customTokenUrl: 'https://oauth2.googleapis.com/token',
    customScope: 'https://mail.google.com/',
    requireTls: true,
  },
  trial: 'mail',
} as const satisfies TypeDescription;
