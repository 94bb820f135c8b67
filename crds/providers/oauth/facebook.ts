import type { TypeDescription } from '../description.ts';

export const facebook = {
  type: 'Facebook',
  offered: true,
  about: 'Facebook accounts.',
  page: 'https://developers.facebook.com/apps',
  logo: { letters: 'f', color: '#0866d1' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://graph.facebook.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
