import type { TypeDescription } from '../description.ts';

export const facebook = {
  type: 'Facebook',
  offered: false,
  page: 'https://developers.facebook.com/apps',
  logo: { letters: 'f', color: '#0866d1' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://graph.facebook.com' } },
} as const satisfies TypeDescription;
